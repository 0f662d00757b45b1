import { type SQL, sql } from 'drizzle-orm'
import type { School } from '#server/http/context.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, dayAfter, type Day } from '#shared/kernel/time.ts'
import type { SalesFilter } from '#shared/pos/reports/sales-report.contract.ts'

const maxDays = 400

/** Which sales a report is about: those of one school's currency in business days of some tills. */
export interface SalesScope {
  school: School
  range: { firstDay: Day; lastDay: Day }
  siteId?: string | undefined
  tillId?: string | undefined
  /** Only these days of the range, in order; all without. */
  days?: readonly Day[] | undefined
}

/** Returns the scope of a filter; today at `nowMs` without days. @throws AppError request.invalid for a range that ends before it begins or is too long */
export function scopeOf(school: School, { firstDay, lastDay, ...places }: SalesFilter, nowMs: number): SalesScope {
  const today = businessDay(nowMs, school.timeZone, school.cutoverMinute)
  const last = lastDay ?? firstDay ?? today
  const range = { firstDay: firstDay ?? last, lastDay: last }
  if (last < range.firstDay || dayAfter(range.firstDay, maxDays) < last) {
    throw new AppError('request.invalid', { field: 'lastDay' })
  }
  return { school, range, ...places }
}

/** Restricts rows `alias` with a till and a business day to the scope. `alias` is written into the statement unescaped. */
export function inScope(alias: string, scope: SalesScope): SQL {
  const { school, siteId, tillId } = scope
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  const conditions = [
    sql`${column('school_id')} = ${school.schoolId}`,
    isOnDays(column('business_day'), scope),
    tillId !== undefined && sql`${column('till_id')} = ${tillId}::uuid`,
    siteId !== undefined &&
      sql`${column('till_id')} in (select id from tills where school_id = ${school.schoolId} and site_id = ${siteId}::uuid)`,
  ]
  return sql.join(
    conditions.filter((condition) => condition !== false),
    sql` and `,
  )
}

/**
 * Days without a gap as a range, which the planner can estimate; none as an empty list, so that nothing is read. Not as `false`: a table that the
 * planner leaves out is one that Citus can't find the node of.
 */
function isOnDays(column: SQL, { range, days }: SalesScope): SQL {
  const [first, last] = days ? [days[0], days.at(-1)] : [range.firstDay, range.lastDay]
  if (first === undefined || last === undefined) return sql`${column} = any('{}'::date[])`
  const hasGap = days !== undefined && dayAfter(first, days.length - 1) !== last
  return hasGap
    ? sql`${column} = any(${`{${days.join(',')}}`}::date[])`
    : sql`${column} between ${first}::date and ${last}::date`
}

/** Selects the sales `s` of the scope that were not voided and are in the school's currency. */
export const standingSales = (scope: SalesScope): SQL => sql`sales s where ${inScope('s', scope)}
  and s.currency = ${scope.school.currency}
  and not exists (select from sale_voids v where v.school_id = ${scope.school.schoolId} and v.sale_id = s.id)`

/** Whether a cash top-up `w` of a school was not voided. */
export const isStandingTopUp = (schoolId: string): SQL => sql`not exists (
  select from sale_voids v where v.school_id = ${schoolId} and v.sale_id = w.id)`

/** Selects the refunds `r` of the scope in the school's currency. */
export const scopedRefunds = (scope: SalesScope): SQL =>
  sql`refunds r where ${inScope('r', scope)} and r.currency = ${scope.school.currency}`

/** Selects sales and refunds with what each adds to the figures: `shift_id, till_id, business_day, at, by, customer_id` and the figures. */
export const documentsOf = (scope: SalesScope): SQL => sql`
  select s.shift_id, s.till_id, s.business_day, s.sold_at as at, s.cashier_id as by, s.customer_id, 1 as sales, 0 as refunds, s.gross,
    s.discount_total as discount, 0::bigint as refunded, s.net, s.tax, s.total
  from ${standingSales(scope)}
  union all
  select r.shift_id, r.till_id, r.business_day, r.at, r.by, r.customer_id, 0, 1, 0, 0, r.total, -r.net, -r.tax, -r.total
  from ${scopedRefunds(scope)}`

/** The figures of `documentsOf`. */
export const salesColumns = sql.raw('sales, refunds, gross, discount, refunded, net, tax, total')

/** Sums of the figures of `documentsOf`, under the names of the contract. */
export const documentSums = sql.raw(
  `sum(sales)::int as sales, sum(refunds)::int as refunds, ${['gross', 'discount', 'refunded', 'net', 'tax', 'total']
    .map((name) => `sum(${name})::bigint as ${name}`)
    .join(', ')}`,
)
