import { type SQL, sql } from 'drizzle-orm'
import { postAdmissionMoney } from '#server/features/fees/ledger/admission-money.service.ts'
import { applySeatDeposit, releaseSeatDeposit } from '#server/features/fees/payments/seat-deposit.service.ts'
import type { School } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import {
  type AdmissionMethod,
  applicationFeePostings,
  depositOwedPostings,
  depositPostings,
  depositRefundPostings,
  unplacedCashEndPostings,
  unplacedCashPostings,
} from '#shared/fees/admission-money.rules.ts'
import type { Posting } from '#shared/fees/ledger.rules.ts'
import { endIdOf, type UserId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'

/*
 * While servers are replaced one after another, an old one may record money of admissions after the migration has posted what
 * was there: its rows have no journal. They get it here, at the time at which they were recorded.
 */

type Kind = 'paid' | 'refund-due' | 'refund-paid' | 'deposit' | 'deposit-due' | 'deposit-back' | 'cash' | 'cash-end'

interface Late extends Record<string, unknown> {
  kind: Kind
  id: string
  studentId: string
  happenedOn: Day
  at: string | Date
  amount: string | number
  /** Of a deposit that is owed back: what had come of it. */
  received: string | number
  method: AdmissionMethod | null
  /** That an application fee contains. */
  tax: string | number
  byUser: UserId | null
}

const withoutJournal = (schoolId: string, id: SQL): SQL =>
  sql`not exists (select from fee_journals j where j.school_id = ${schoolId} and j.id = ${id})`

/** Rows that are read at once. */
const atOnce = 200

/** Returns rows of a school that have no journal, without those that failed, those first on which others rest. */
async function lateRows(tx: Tx, schoolId: string, failed: ReadonlySet<string>): Promise<Late[]> {
  const lacks = (id: SQL) => withoutJournal(schoolId, id)
  // The id of the end of cash, as `endIdOf` makes it.
  const endId = sql`overlay(e.cash_id::text placing '8' from 15 for 1)::uuid`
  const { rows } = await tx.execute<Late>(sql`
    select r.kind, r.id, r.student_id as "studentId", r.amount, r.received, r.method, r.tax,
      r.by_user as "byUser", r.at,
      coalesce(r.day_on, (r.at at time zone s.time_zone)::date)::text as "happenedOn"
    from (
      select 1 as place, f.kind, f.id, f.student_id, f.amount, 0 as received, f.method, coalesce(f.tax, 0) as tax,
        f.by_user, f.at, f.day_on
      from student_fees f where f.school_id = ${schoolId} and f.amount <> 0 and ${lacks(sql`f.id`)}
      union all select 2, 'deposit', d.id, o.student_id, d.amount, 0, d.method, 0, d.by_user, d.at, null
      from offer_deposits d join offers o on o.school_id = d.school_id and o.id = d.offer_id
      where d.school_id = ${schoolId} and d.amount > 0 and ${lacks(sql`d.id`)}
      union all select 3, case t.kind when 'refund-due' then 'deposit-due' else 'deposit-back' end, t.id, o.student_id, t.amount,
        p.received, t.method, 0, t.by_user, t.at, null
      from offer_settlements t join offers o on o.school_id = t.school_id and o.id = t.offer_id
      cross join lateral (select coalesce(sum(d.amount), 0) as received from offer_deposits d
        where d.school_id = ${schoolId} and d.offer_id = t.offer_id and d.at <= t.at) p
      where t.school_id = ${schoolId} and t.kind in ('refund-due', 'refund-paid') and ${lacks(sql`t.id`)}
        and (t.amount > 0 or t.kind = 'refund-due' and p.received > 0)
      union all select 4, 'cash', c.id, c.student_id, c.amount, 0, null, 0, c.by_user, c.recorded_at, null
      from student_cash c where c.school_id = ${schoolId} and c.fault is not null and ${lacks(sql`c.id`)}
      union all select 5, 'cash-end', c.id, c.student_id, c.amount, 0, null, 0, e.by_user, e.at, null
      from student_cash_ends e join student_cash c on c.school_id = e.school_id and c.id = e.cash_id
      where e.school_id = ${schoolId} and ${lacks(endId)}
    ) r join schools s on s.school_id = ${schoolId}
    where not r.id = any(${uuidList(failed)})
    order by r.place, r.at, r.id limit ${atOnce}`)
  return rows
}

interface Of {
  deps: Deps
  school: School
}

/** Posts what is recorded of a school and has no journal; what can't be posted stops nothing else. @returns how many journals */
export async function postLateJournals({ deps, school }: Of, isStopping = () => false): Promise<number> {
  const { schoolId } = school
  let posted = 0
  const failed = new Set<string>()
  for (let found = atOnce; found === atOnce && !isStopping(); ) {
    const rows = await deps.db.tenant(schoolId, (tx) => lateRows(tx, schoolId, failed))
    for (const row of rows) {
      if (isStopping()) return posted
      try {
        await deps.db.tenant(schoolId, (tx) => postLate(tx, { deps, school }, row))
        posted += 1
      } catch (error) {
        failed.add(row.id)
        deps.log.error(describeFailure(error), 'money of admissions can not be posted now')
      }
    }
    found = rows.length
  }
  return posted
}

async function postLate(tx: Tx, { deps, school }: Of, row: Late): Promise<void> {
  const { schoolId, timeZone } = school
  const { kind, studentId, happenedOn, byUser } = row
  const [amount, received] = [Number(row.amount), Number(row.received)]
  const by = { deps, school, userId: byUser }
  if (kind === 'deposit-due') await releaseSeatDeposit(tx, by, studentId, received)
  const money = { schoolId, studentId, happenedOn, nowMs: deps.clock.nowMs(), timeZone, byUser }
  const recordedAt = new Date(row.at).toISOString()
  const opId = kind === 'cash-end' ? endIdOf(row.id) : row.id
  await postAdmissionMoney(tx, {
    ...money,
    recordedAt,
    opId,
    kind: journalOf[kind],
    postings: postingsOf(row, { amount, received }),
  })
  if (kind === 'deposit') await applySeatDeposit(tx, by, studentId)
}

const journalOf = {
  paid: 'application-fee',
  'refund-due': 'application-fee',
  'refund-paid': 'application-fee',
  deposit: 'seat-deposit',
  'deposit-due': 'deposit-settlement',
  'deposit-back': 'deposit-settlement',
  cash: 'desk-cash',
  'cash-end': 'desk-cash',
} as const satisfies Readonly<Record<Kind, string>>

function postingsOf(
  { kind, method, tax }: Pick<Late, 'kind' | 'method' | 'tax'>,
  { amount, received }: { amount: number; received: number },
): Posting[] {
  switch (kind) {
    case 'deposit':
      return depositPostings(amount, method ?? 'transfer')
    case 'deposit-due':
      return depositOwedPostings(amount, received)
    case 'deposit-back':
      return depositRefundPostings(amount, method)
    case 'cash':
      return unplacedCashPostings(amount)
    case 'cash-end':
      return unplacedCashEndPostings(amount)
    default:
      return applicationFeePostings(kind, amount, method, Number(tax))
  }
}
