import { sql } from 'drizzle-orm'
import type { Db } from '#server/kernel/db.ts'
import { ledgerFaults } from '#tests/support/fees/fee-ledger.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import type { Box } from '#tests/support/server.ts'
import type { Acknowledged, Effect, EffectKind } from './fee-desk.ts'
import type { FaultReport } from './report.ts'

/**
 * Compares the ledger with what desks, offices and families were told: nothing lost, nothing twice, no number missing, and each
 * operation with one effect of its amount.
 */
export async function auditFees(
  db: Db,
  code: string,
  { told, effects }: { told: Acknowledged; effects: readonly Effect[] },
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
  await auditEffects(db, schoolId, effects, report)
  report.wrong.push(...(await balanceFaults(db, schoolId)))
  report.wrong.push(...(await numberFaults(db, schoolId)))
  const box = { db: { owner: db } } as unknown as Box
  const faults = await ledgerFaults(box, { schoolId } as TestSchool)
  report.wrong.push(...faults.map((fault) => JSON.stringify(fault)))
}

/** Each operation that was acknowledged has one effect of its amount, and there is no effect that nobody caused. */
async function auditEffects(db: Db, schoolId: string, told: readonly Effect[], report: FaultReport): Promise<void> {
  const { rows } = await db.execute<{ kind: EffectKind; id: string; amount: string }>(sql`
    select 'cheque-step' as kind, e.id, c.amount from fee_cheque_events e
      join fee_cheques c on c.school_id = e.school_id and c.id = e.cheque_id where e.school_id = ${schoolId}
    union all select 'claim', id, amount from fee_claims where school_id = ${schoolId}
    union all select j.kind, j.id, sum(p.amount) from fee_journals j
      join fee_postings p on p.school_id = j.school_id and p.journal_id = j.id
      where j.school_id = ${schoolId} and j.kind in ('cheque', 'credit-note', 'refund', 'settlement') group by 1, 2
    union all select j.kind, j.id, sum(p.amount) from fee_journals j
      join fee_postings p on p.school_id = j.school_id and p.journal_id = j.id and p.credit = 'receivable'
      where j.school_id = ${schoolId} and j.kind = 'reallocation' group by 1, 2`)
  const nameOf = ({ kind, id }: Pick<Effect, 'kind' | 'id'>) => `${kind} ${id}`
  const found = new Map(rows.map((row) => [nameOf(row), Number(row.amount)]))
  const names = new Set(told.map(nameOf))
  for (const effect of told) {
    const amount = found.get(nameOf(effect))
    if (amount === undefined) report.lost.push(nameOf(effect))
    else if (amount !== effect.amount) report.wrong.push(`${nameOf(effect)} is of ${amount}, not ${effect.amount}`)
  }
  report.doubled.push(...[...found.keys()].filter((name) => !names.has(name)).map((name) => `${name} that nobody made`))
}

/** What is left on accounts that other rows explain: approved refunds are paid, and the gateway keeps what no settlement names. */
async function balanceFaults(db: Db, schoolId: string): Promise<string[]> {
  const { rows } = await db.execute<{ account: string; amount: string; due: string }>(sql`
    with balance as (
      select account, sum(amount) as amount from (
        select debit as account, amount from fee_postings where school_id = ${schoolId}
        union all select credit, -amount from fee_postings where school_id = ${schoolId}) p group by 1)
    select 'refunds-payable' as account, coalesce((select amount from balance where account = 'refunds-payable'), 0) as amount, 0 as due
    union all select 'gateway-clearing', coalesce((select amount from balance where account = 'gateway-clearing'), 0),
      coalesce((select sum(amount) from fee_payments where school_id = ${schoolId} and method = 'online'), 0)
        - coalesce((select sum(gross) from fee_settlement_lines where school_id = ${schoolId}), 0)
    union all select 'gateway-charges', coalesce((select amount from balance where account = 'gateway-charges'), 0),
      coalesce((select sum(fee) from fee_settlement_lines where school_id = ${schoolId}), 0)`)
  return rows
    .filter(({ amount, due }) => Number(amount) !== Number(due))
    .map(({ account, amount, due }) => `${account} is ${amount}, not ${due}`)
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
