import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText, uuidList } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'
import type { Allergen, Diet } from '#shared/pos/catalogue.contract.ts'
import type { StatementLine } from '#shared/pos/pupil-account.contract.ts'

/** Movements of an account that its family is shown. */
const mostLines = 30

export interface FamilyAccount {
  studentId: string
  customerId: CustomerId
  admissionNo: string
  isOpen: boolean
  balance: Minor
  /** Of the account's own money, on this business day. */
  spentToday: Minor
  dailyLimit: Minor | null
  overdraft: Minor
  diet: Diet[]
  allergens: Allergen[]
  cardNo: string | null
  hadCard: boolean
}

type Row = Omit<FamilyAccount, 'balance' | 'spentToday' | 'dailyLimit' | 'overdraft'> &
  Record<'balance' | 'spentToday' | 'overdraft', number | string> & { dailyLimit: number | string | null } & Record<
    string,
    unknown
  >

/** Reads the open meal accounts of these students, as they are now. */
export async function familyAccounts(
  tx: Tx,
  schoolId: string,
  { studentIds, today }: { studentIds: readonly string[]; today: Day },
): Promise<FamilyAccount[]> {
  if (studentIds.length === 0) return []
  const { rows } = await tx.execute<Row>(sql`
    select p.student_id as "studentId", c.id as "customerId", c.admission_no as "admissionNo", c.active as "isOpen",
      coalesce(b.balance, 0) as balance, case when b.spent_on = ${today} then b.spent else 0 end as "spentToday",
      c.daily_limit as "dailyLimit", c.overdraft, to_jsonb(c.diet) as diet, to_jsonb(c.allergens) as allergens,
      c.card_no as "cardNo",
      exists (select from cards k where k.school_id = ${schoolId} and k.customer_id = c.id) as "hadCard"
    from pupil_accounts p
    join customers c on c.school_id = p.school_id and c.id = p.customer_id
    left join account_balances b on b.school_id = c.school_id and b.customer_id = c.id
    where p.school_id = ${schoolId} and p.student_id = any(${uuidList(studentIds)}) and p.state <> 'closed'
    order by p.student_id`)
  return rows.map((row) => ({
    ...row,
    balance: minor(Number(row.balance)),
    spentToday: minor(Number(row.spentToday)),
    overdraft: minor(Number(row.overdraft)),
    dailyLimit: row.dailyLimit === null ? null : minor(Number(row.dailyLimit)),
  }))
}

export interface FamilyLine {
  id: string
  kind: StatementLine['kind']
  at: Instant
  amount: Minor
  items: { name: Bilingual; count: number }[]
}

/** Reads the latest movements of an account with what was bought, the newest first. What the school pays for is not among them. */
export async function familyLines(tx: Tx, schoolId: string, customerId: CustomerId): Promise<FamilyLine[]> {
  const { rows } = await tx.execute<
    Omit<FamilyLine, 'amount'> & { amount: number | string } & Record<string, unknown>
  >(sql`
    select e.id, e.kind, ${isoText('e.effective_at')} as at, e.amount, coalesce(l.items, '[]'::jsonb) as items
    from account_entries e
    left join tenders t on t.school_id = e.school_id and t.id = e.source_id and e.kind in ('sale', 'void')
    left join lateral (
      select jsonb_agg(jsonb_build_object('name', s.name, 'count', greatest(1, round(s.qty_milli / 1000.0)::int)) order by s.n) as items
      from sale_lines s where s.school_id = ${schoolId} and s.sale_id = t.sale_id
    ) l on true
    where e.school_id = ${schoolId} and e.customer_id = ${customerId}
      and e.kind not in ('entitlement', 'entitlement-void', 'entitlement-refund', 'entitlement-reclaim')
    order by e.effective_at desc, e.recorded_at desc, e.id desc
    limit ${mostLines}`)
  return rows.map(({ id, kind, at, amount, items }) => ({ id, kind, at, amount: minor(Number(amount)), items }))
}
