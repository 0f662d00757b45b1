import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { CashEntry } from '#shared/fees/cashbook/cashbook.contract.ts'
import type { JournalKind } from '#shared/fees/ledger.rules.ts'
import { type Minor, minor, negate, sum } from '#shared/kernel/money.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'

type Entry = z.input<typeof CashEntry>

interface Row extends Record<string, unknown> {
  journalId: string
  kind: JournalKind
  amount: string | number
  number: string | null
  at: string | Date
  on: Day
}

const kindOf = (kind: JournalKind, amount: number): Entry['kind'] => {
  if (kind === 'cash-count') return 'difference'
  if (kind === 'transfer') return 'banked'
  return amount < 0 ? 'refund' : 'receipt'
}

/** Returns journals that moved cash, each with what of it came, the earliest first. @param only condition on a journal `j` */
export async function cashEntries(tx: Tx, schoolId: string, only: SQL): Promise<Entry[]> {
  const { rows } = await tx.execute<Row>(sql`
    select j.id as "journalId", j.kind, j.recorded_at as at, coalesce(j.happened_on, j.effective_on)::text as "on",
      coalesce(d.number, 'ACC-' || lpad(m.no::text, 6, '0')) as number,
      sum(case when p.debit = 'cash' then p.amount else -p.amount end) as amount
    from fee_journals j
    join fee_postings p on p.school_id = j.school_id and p.journal_id = j.id and (p.debit = 'cash' or p.credit = 'cash')
    left join fee_documents d on d.school_id = j.school_id and d.id = j.document_id
    left join account_movements m on m.school_id = j.school_id and m.id = j.id and j.kind = 'account-cash'
    where j.school_id = ${schoolId} and ${only}
    group by 1, 2, 3, 4, 5 order by j.recorded_at, j.id`)
  return rows.map(({ amount, at, kind, ...row }) => ({
    ...row,
    kind: kindOf(kind, Number(amount)),
    amount: minor(Number(amount)),
    at: instantOf(at),
  }))
}

const instantOf = (at: string | Date): Instant => new Date(at).toISOString()

/** Cash of a cashier that stands in no session yet, since the first one was opened. */
export const notInSession = (schoolId: string, cashier: string, since: Instant): SQL => sql`
  j.by_user = ${cashier} and j.recorded_at >= ${since} and not exists (
    select from fee_cash_session_journals s where s.school_id = ${schoolId} and s.journal_id = j.id)`

/** Cash of a session that was closed. */
export const inSession = (schoolId: string, sessionId: string): SQL => sql`exists (
  select from fee_cash_session_journals s
  where s.school_id = ${schoolId} and s.journal_id = j.id and s.session_id = ${sessionId})`

/** Returns what came, went back and was banked, in minor units above zero. */
export function cashSums(entries: readonly Entry[]): { receipts: Minor; refunds: Minor; banked: Minor } {
  const of = (kind: Entry['kind']) => sum(entries.filter((each) => each.kind === kind).map(({ amount }) => amount))
  return { receipts: of('receipt'), refunds: negate(of('refund')), banked: negate(of('banked')) }
}
