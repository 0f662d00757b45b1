import { sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool, readSchoolDays, readTopUpLimits } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Minor, minor, subtract, sum, zero } from '#shared/kernel/money.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'
import type { Diet } from '#shared/pos/catalogue.contract.ts'
import { entitledOn } from '#shared/pos/entitlement.rules.ts'
import type { AccountHolder, AccountStatement, StatementLine } from '#shared/pos/pupil-account.contract.ts'
import { type SaidEntitlement, saidOf } from './entitlement.service.ts'
import { studentOfAccount } from './see-account.service.ts'

/** Limit of entries read, the newest first. */
const maxEntries = 1000

interface EntryRow extends Record<string, unknown> {
  id: string
  kind: StatementLine['kind']
  way: StatementLine['way']
  note: string | null
  other: StatementLine['other']
  at: string
  day: Day
  receiptNo: string | null
  provisional: string | null
  amount: number | string
  covered: number | string
}

/** Lists customers who can buy on account, by class. */
export async function listHolders(tx: Tx, schoolId: string, customerId?: CustomerId): Promise<AccountHolder[]> {
  const { rows } = await tx.execute<AccountHolder & Record<string, unknown>>(sql`
    select id as "customerId", admission_no as "admissionNo", name, class_name as "className", active,
      card_no as "cardNo"
    from customers where school_id = ${schoolId} and ${customerId ? sql`id = ${customerId}::uuid` : sql`true`}
    order by class_name, admission_no, id`)
  return rows
}

/** Returns one account holder. @throws AppError request.not-found */
export async function readHolder(tx: Tx, schoolId: string, customerId: CustomerId): Promise<AccountHolder> {
  const [holder] = await listHolders(tx, schoolId, customerId)
  if (!holder) throw new AppError('request.not-found', { field: 'customerId' })
  return holder
}

/** Returns the current business day of the school. */
export async function schoolDay(tx: Tx, schoolId: string, nowMs: number): Promise<Day> {
  const { timeZone, cutoverMinute } = await readSchool(tx, schoolId)
  return businessDay(nowMs, timeZone, cutoverMinute)
}

/**
 * Returns every movement of an account, and why the school did not pay where it might have. @throws AppError request.not-found
 */
export async function readStatement(
  tx: Tx,
  schoolId: string,
  customerId: CustomerId,
  { nowMs, seesStudents }: { nowMs: number; seesStudents: boolean },
): Promise<AccountStatement> {
  const holder = await readHolder(tx, schoolId, customerId)
  const today = await schoolDay(tx, schoolId, nowMs)
  const said = await saidOf(tx, schoolId, customerId)
  const people = await findPeople(
    tx,
    schoolId,
    said.map(({ by }) => by),
  )
  const account = await readAccount(tx, schoolId, customerId)
  const entries = await readEntries(tx, schoolId, customerId)
  const shown = entries.slice(0, maxEntries)
  const onToday = entries.filter(({ day, kind }) => day === today && kind !== 'refund-credit')
  return {
    holder,
    studentId: seesStudents ? await studentOfAccount(tx, schoolId, customerId) : null,
    today,
    ...account,
    topUps: await readTopUpLimits(tx, schoolId),
    lines: waitlistsOf(shown, said, account.balance),
    isCut: entries.length > maxEntries,
    entitlements: said.map(({ by, ...word }) => ({ ...word, by: people.get(by)?.name ?? { en: '', ar: '' } })),
    schoolWeekdays: await schoolWeekdays(tx, schoolId),
    entitledToday: entitledOn(said, today),
    coveredToday: sum(onToday.map(({ covered }) => Number(covered))),
  }
}

/** Returns the days of the week with school, 0 for Sunday. */
async function schoolWeekdays(tx: Tx, schoolId: string): Promise<number[]> {
  const { weekend } = await readSchoolDays(tx, schoolId)
  return [0, 1, 2, 3, 4, 5, 6].filter((day) => !weekend.includes(day))
}

async function readAccount(tx: Tx, schoolId: string, customerId: CustomerId) {
  const { rows } = await tx.execute<{
    limit: number | string | null
    overdraft: number | string
    balance: number | string
    diet: Diet[]
  }>(sql`
    select c.daily_limit as "limit", c.overdraft, to_jsonb(c.diet) as diet, coalesce(b.balance, 0) as balance
    from customers c left join account_balances b on b.school_id = c.school_id and b.customer_id = c.id
    where c.school_id = ${schoolId} and c.id = ${customerId}`)
  const { limit = null, overdraft = 0, balance = 0, diet = [] } = rows[0] ?? {}
  return {
    dailyLimit: limit === null ? null : minor(Number(limit)),
    overdraft: minor(Number(overdraft)),
    balance: minor(Number(balance)),
    diet,
  }
}

/** Returns entries, the newest first. The school's part goes with the charge; both have the same cause. */
async function readEntries(tx: Tx, schoolId: string, customerId: CustomerId): Promise<EntryRow[]> {
  const { rows } = await tx.execute<EntryRow>(sql`
    select e.id, e.kind, ${isoText('e.effective_at')} as at, e.business_day::text as day, coalesce(s.receipt_no, w.receipt_no, f.receipt_no, 'ACC-' || lpad(m.no::text, 6, '0')) as "receiptNo",
      e.amount, coalesce(p.amount, 0) as covered,
      m.provisional, case when w.id is not null then 'till' when m.kind = 'payout' then m.method when m.kind in ('cash', 'bank')
        then m.kind end as way,
      coalesce(v.reason, m.reason, m.reference) as note,
      case when x.id is not null then jsonb_build_object('name', x.name, 'admissionNo', x.admission_no) end as other
    from account_entries e
    left join account_entries p on p.school_id = e.school_id and p.source_id = e.source_id
      and p.kind = case e.kind when 'sale' then 'entitlement' when 'void' then 'entitlement-void'
        when 'refund' then 'entitlement-refund' when 'refund-credit' then 'entitlement-reclaim' end
    left join tenders t on t.school_id = e.school_id and t.id = e.source_id and e.kind in ('sale', 'void')
    left join sales s on s.school_id = t.school_id and s.id = t.sale_id
    left join sale_voids v on v.school_id = e.school_id and v.id = e.source_id and e.kind = 'topup'
    left join top_ups w on w.school_id = e.school_id and w.id = coalesce(v.sale_id, e.source_id) and e.kind = 'topup'
    left join refund_tenders r on r.school_id = e.school_id and r.id = e.source_id and e.kind in ('refund', 'refund-credit')
    left join refunds f on f.school_id = r.school_id and f.id = r.refund_id
    left join account_movements m on m.school_id = e.school_id and m.id = e.source_id
      and e.kind in ('topup', 'adjust', 'transfer-out', 'transfer-in', 'payout')
    left join customers x on x.school_id = e.school_id
      and x.id = case e.kind when 'transfer-out' then m.other_id when 'transfer-in' then m.customer_id end
    where e.school_id = ${schoolId} and e.customer_id = ${customerId}
      and e.kind not in ('entitlement', 'entitlement-void', 'entitlement-refund', 'entitlement-reclaim')
    order by e.recorded_at desc, e.effective_at desc, coalesce(s.receipt_seq, f.receipt_seq) desc nulls last, e.kind desc, e.id desc
    limit ${maxEntries + 1}`)
  return rows
}

/** Adds the balance after each entry, counted back from the current one. */
function waitlistsOf(entries: readonly EntryRow[], said: readonly SaidEntitlement[], balance: Minor): StatementLine[] {
  const voided = new Set(entries.flatMap(({ kind, receiptNo }) => (kind === 'void' && receiptNo ? [receiptNo] : [])))
  const paid = entries.filter((e) => e.kind === 'sale' && Number(e.covered) > 0 && !voided.has(e.receiptNo ?? ''))
  const byDay = Map.groupBy(paid, ({ day }) => day)
  let after = balance
  return entries.map((entry) => {
    const { id, kind, at, day, receiptNo, provisional, way, note, other } = entry
    const amount = minor(Number(entry.amount))
    const covered = minor(Number(entry.covered))
    const entitled = kind === 'sale' ? entitledOn(said, day) : zero
    const isShort = entitled > 0 && amount + covered < 0
    const others = (byDay.get(day) ?? []).filter((other) => other.id !== id)
    const elsewhere = others.map((other) => ({
      receiptNo: other.receiptNo ?? '',
      amount: minor(Number(other.covered)),
    }))
    const line = { id, kind, at, businessDay: day, receiptNo, provisional, amount, covered, after, way, note, other }
    after = subtract(after, sum([amount, covered]))
    return { ...line, short: isShort ? { entitled, elsewhere } : null }
  })
}
