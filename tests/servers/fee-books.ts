import { sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/db.ts'
import { ledgerFaults } from '#tests/support/fees/fee-ledger.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import type { Box } from '#tests/support/server.ts'
import type { Acknowledged } from './fee-desk.ts'
import type { FaultReport } from './report.ts'

/** Compares the ledger with what desks and families were told: nothing lost, nothing twice, no number missing. */
export async function auditFees(
  db: Db,
  code: string,
  { told, steps }: { told: Acknowledged; steps: readonly string[] },
  report: FaultReport,
): Promise<void> {
  const [school] = (
    await db.execute<{ schoolId: string }>(sql`select school_id as "schoolId" from schools where code = ${code}`)
  ).rows
  const schoolId = school?.schoolId ?? ''
  const { rows } = await db.execute<{ id: string; amount: string; number: string; posted: string }>(sql`
    select p.id, p.amount, d.number, coalesce((select sum(l.amount) from fee_postings l
      where l.school_id = p.school_id and l.journal_id = p.id), 0) as posted
    from fee_payments p left join fee_documents d on d.school_id = p.school_id and d.id = p.document_id
    where p.school_id = ${schoolId}`)
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { amount, number }] of told) {
    const row = known.get(id)
    if (!row) report.lost.push(`payment ${id}`)
    else if (Number(row.amount) !== amount) report.wrong.push(`payment ${id} is ${row.amount}, not ${amount}`)
    else if (number !== undefined && row.number !== number)
      report.wrong.push(`receipt ${row.number}, told as ${number}`)
  }
  for (const { id, amount, posted } of rows) {
    if (!told.has(id)) report.doubled.push(`payment ${id} that nobody made`)
    if (Number(posted) !== Number(amount)) report.wrong.push(`payment ${id} has journals of ${posted}`)
  }
  const lost = await stepsLost(db, schoolId, steps)
  report.lost.push(...lost.map((id) => `step ${id}`))
  report.wrong.push(...(await numberFaults(db, schoolId)))
  const box = { db: { owner: db } } as unknown as Box
  const faults = await ledgerFaults(box, { schoolId } as TestSchool)
  report.wrong.push(...faults.map((fault) => JSON.stringify(fault)))
}

/** Steps of cheques, credit notes and refunds of which nothing is kept. */
async function stepsLost(db: Db, schoolId: string, steps: readonly string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from fee_cheque_events where school_id = ${schoolId}
    union select id from fee_claims where school_id = ${schoolId}
    union select id from fee_journals where school_id = ${schoolId} and kind in ('credit-note', 'refund')`)
  const known = new Set(rows.map(({ id }) => id))
  return steps.filter((id) => !known.has(id))
}

/** Receipts of fees and of admissions share one series: each number once, from 1 to the last. */
async function numberFaults(db: Db, schoolId: string): Promise<string[]> {
  const { rows } = await db.execute<{ year: number; last: number; numbers: string; distinct: string }>(sql`
    select s.year, s.last, count(n.number) as numbers, count(distinct n.number) as distinct
    from cash_series s left join (
      select school_id, number from fee_documents where kind = 'receipt'
      union all select school_id, number from student_cash) n
      on n.school_id = s.school_id and split_part(n.number, '-', 2)::int = s.year
    where s.school_id = ${schoolId} group by 1, 2`)
  return rows
    .filter(({ last, numbers, distinct }) => Number(numbers) !== last || Number(distinct) !== last)
    .map(({ year, last, numbers, distinct }) => `receipts of ${year}: ${numbers} of ${last}, ${distinct} different`)
}
