import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { CustomerId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { searchWords } from '#shared/kernel/text/search.rules.ts'
import type { SummaryAmounts, SummaryFilter, SummaryRow } from '#shared/pos/account-summary.contract.ts'
import { holdersFound } from '#shared/pos/holders-found.rules.ts'

const pageRows = 100

/** Kinds of ledger entries by the column that they are summed in; every kind is in one. */
const columns = {
  topUps: ['topup'],
  purchases: ['sale', 'void', 'refund', 'refund-credit'],
  covered: ['entitlement', 'entitlement-void', 'entitlement-refund', 'entitlement-reclaim'],
  adjustments: ['adjust'],
  transfers: ['transfer-in', 'transfer-out'],
  payouts: ['payout'],
} as const satisfies Partial<Record<keyof SummaryAmounts, readonly string[]>>

/** @throws AppError request.invalid where the period ends before it begins */
function checkPeriod({ firstDay, lastDay }: SummaryFilter): void {
  if (lastDay < firstDay) throw new AppError('request.invalid', { field: 'lastDay' })
}

/** Returns the sums of the entries `e`: of each column in the period, and of all since its first and after its last day. */
function sumsOf({ lastDay }: SummaryFilter): SQL {
  const isIn = sql`e.business_day <= ${lastDay}::date`
  const named = Object.entries(columns).map(([column, kinds]) => {
    const ofKind = sql.join(
      kinds.map((kind) => sql`${kind}`),
      sql`, `,
    )
    return sql`coalesce(sum(e.amount) filter (where e.kind in (${ofKind}) and ${isIn}), 0) as ${sql.identifier(column)}`
  })
  return sql`${sql.join(named, sql`, `)}, coalesce(sum(e.amount), 0) as since,
    coalesce(sum(e.amount) filter (where not ${isIn}), 0) as later`
}

type Sums = Record<keyof typeof columns | 'since' | 'later' | 'balance', number | string>

/** Counts back from the balance: what has moved since the first day, and after the last. */
function amountsOf(sums: Sums): SummaryAmounts {
  const balance = Number(sums.balance)
  const column = (name: keyof typeof columns) => minor(Number(sums[name]))
  return {
    opening: minor(balance - Number(sums.since)),
    topUps: column('topUps'),
    purchases: column('purchases'),
    covered: column('covered'),
    adjustments: column('adjustments'),
    transfers: column('transfers'),
    payouts: column('payouts'),
    closing: minor(balance - Number(sums.later)),
    balance: minor(balance),
  }
}

interface Asked {
  schoolId: string
  filter: SummaryFilter
}

/** Restricts `c` to the class and to a balance `b` below zero where these are asked for, and to those of the search in place of those who are in the list without one. */
function isListed({ schoolId, filter }: Asked, ids: readonly string[] | undefined): SQL {
  const { className, firstDay } = filter
  const ofClass = className === undefined ? sql`true` : sql`c.class_name = ${className}`
  const asked = filter.balance === undefined ? ofClass : sql`${ofClass} and b.balance < 0`
  if (ids) return sql`${asked} and c.id = any(${uuidList(ids)})`
  return sql`${asked} and (c.active or coalesce(b.balance, 0) <> 0 or exists (select 1 from account_entries x
    where x.school_id = ${schoolId} and x.customer_id = c.id and x.business_day >= ${firstDay}::date))`
}

/** Returns whom a search means; undefined without one. */
async function foundIds(tx: Tx, { schoolId, filter }: Asked): Promise<string[] | undefined> {
  const { text, className } = filter
  if (searchWords(text).length === 0) return undefined
  const ofClass = className === undefined ? sql`true` : sql`class_name = ${className}`
  const { rows } = await tx.execute<Found>(sql`
    select id, name, admission_no as "admissionNo", class_name as "className", active from customers
    where school_id = ${schoolId} and ${ofClass}`)
  return holdersFound(rows, text).map(({ id }) => id)
}

interface Found extends Record<string, unknown> {
  id: string
  name: Bilingual
  admissionNo: string
  className: string
  active: boolean
}

type Row = Sums & Omit<SummaryRow, keyof SummaryAmounts> & Record<string, unknown>

/** Returns a page of accounts with what moved them in the period, by class and number. @throws AppError request.invalid */
export async function summaryPage(
  tx: Tx,
  asked: Asked & { after?: string | undefined; limit?: number },
): Promise<{ rows: SummaryRow[]; next: CustomerId | null }> {
  checkPeriod(asked.filter)
  const { schoolId, filter, after, limit = pageRows } = asked
  const following = after
    ? sql`(c.class_name, c.admission_no, c.id) > (select class_name, admission_no, id from customers
        where school_id = ${schoolId} and id = ${after}::uuid)`
    : sql`true`
  const ids = await foundIds(tx, asked)
  const { rows } = await tx.execute<Row>(sql`
    with page as materialized (
      select c.id, c.admission_no, c.name, c.class_name, c.active, coalesce(b.balance, 0) as balance
      from customers c left join account_balances b on b.school_id = c.school_id and b.customer_id = c.id
      where c.school_id = ${schoolId} and ${isListed(asked, ids)} and ${following}
      order by c.class_name, c.admission_no, c.id limit ${limit + 1})
    select p.id as "customerId", p.admission_no as "admissionNo", p.name, p.class_name as "className", p.active,
      p.balance, s.*
    from page p cross join lateral (select ${sumsOf(filter)} from account_entries e
      where e.school_id = ${schoolId} and e.customer_id = p.id and e.business_day >= ${filter.firstDay}::date) s
    order by p.class_name, p.admission_no, p.id`)
  const shown = rows.slice(0, limit).map((row) => {
    const { customerId, admissionNo, name, className, active } = row
    return { customerId, admissionNo, name, className, active, ...amountsOf(row) }
  })
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { rows: shown, next: last ? CustomerId.parse(last.customerId) : null }
}

/** Returns the sums over all accounts of the filter, how many they are, and the school's classes. @throws AppError request.invalid */
export async function summaryTotals(tx: Tx, asked: Asked) {
  checkPeriod(asked.filter)
  const { schoolId, filter } = asked
  const ids = await foundIds(tx, asked)
  const { rows } = await tx.execute<Sums & { count: number } & Record<string, unknown>>(sql`
    with listed as materialized (
      select c.id, coalesce(b.balance, 0) as balance
      from customers c left join account_balances b on b.school_id = c.school_id and b.customer_id = c.id
      where c.school_id = ${schoolId} and ${isListed(asked, ids)})
    select (select count(*)::int from listed) as count, (select coalesce(sum(balance), 0) from listed) as balance, s.*
    from (select ${sumsOf(filter)} from account_entries e
      where e.school_id = ${schoolId} and e.business_day >= ${filter.firstDay}::date
        and e.customer_id in (select id from listed)) s`)
  const { rows: classes } = await tx.execute<{ name: string }>(sql`
    select distinct class_name as name from customers where school_id = ${schoolId} and active and class_name <> ''`)
  const [sums] = rows
  if (!sums) throw new AppError('server.failed')
  const inOrder = new Intl.Collator('en', { numeric: true })
  return {
    count: sums.count,
    totals: amountsOf(sums),
    classes: classes.map(({ name }) => name).toSorted(inOrder.compare),
  }
}
