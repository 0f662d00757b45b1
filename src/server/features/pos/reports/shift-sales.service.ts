import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ShiftId } from '#shared/kernel/ids.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { CountedShift } from '#shared/pos/reports/over-short.rules.ts'
import type { SalesFigures } from '#shared/pos/reports/sales-figures.contract.ts'
import type { SalesByShift, ShiftSales } from '#shared/pos/reports/sales-report.contract.ts'
import type { SplitScope } from './days/split-scope.service.ts'
import { salesIn } from './divide-sales.service.ts'
import { quartersOf } from './documents-by-day.ts'
import { documentSums, inScope, isStandingTopUp, type SalesScope, standingSales } from './sales-scope.ts'

/** A closed shift's till and day, and how its drawer was counted. */
export interface CountedDrawer extends CountedShift {
  shiftId: ShiftId
  tillId: string
  businessDay: string
  expected: Minor
}

type Row = Record<keyof SalesFigures, number | string> & {
  shift_id: ShiftId
  till_id: string
  no: number | null
  business_day: string
  opened_at: string | null
  opened_by: Bilingual | null
  closed_at: string | null
  closed_by: Bilingual | null
  expected: number | string | null
  counted: number | string | null
  reason: string | null
}

/** Cash that should be in the drawer of a closed shift `p`, by the rules of its Z report; null until it is closed. */
const expectedIn = (schoolId: string): SQL => sql`case when p.closed_at is null then null else p.float_amount
        + coalesce((select sum(t.given - t.change) from sales s join tenders t on t.school_id = s.school_id and t.sale_id = s.id
          where s.school_id = ${schoolId} and s.shift_id = p.shift_id and t.kind = 'cash' and not exists (
            select from sale_voids v where v.school_id = ${schoolId} and v.sale_id = s.id)), 0)
        + coalesce((select sum(w.amount) from top_ups w where w.school_id = ${schoolId} and w.shift_id = p.shift_id
          and ${isStandingTopUp(schoolId)}), 0)
        + coalesce((select sum(case m.kind when 'paid-in' then m.amount when 'paid-out' then -m.amount
            when 'drop' then -m.amount else 0 end)
          from cash_movements m where m.school_id = ${schoolId} and m.shift_id = p.shift_id), 0)
        - coalesce((select sum(t.amount + coalesce(t.rounding, 0)) from refunds r
          join refund_tenders t on t.school_id = r.school_id and t.refund_id = r.id
          where r.school_id = ${schoolId} and r.shift_id = p.shift_id and t.kind = 'cash'), 0) end`

const amount = (value: number | string | null) => (value === null ? null : minor(Number(value)))

/**
 * Returns shifts of the scope with their sales, the latest first. A shift of which only sales have arrived is in it with these, so
 * that all shifts add up to their till. What should be in a drawer is told once it is closed: until then it is counted blind.
 */
export async function listShiftSales(tx: Tx, split: SplitScope, limit: number): Promise<ShiftSales[]> {
  const { schoolId } = split.whole.school
  const { rows } = await tx.execute<Row>(sql`
    with sums as (select shift_id, min(till_id::text)::uuid as till_id, min(business_day) as business_day, ${documentSums}
      from (${quartersOf(split)}) d group by shift_id),
    opened as (select h.* from shifts h where ${inScope('h', split.whole)}),
    page as (
      select coalesce(h.id, d.shift_id) as shift_id, coalesce(h.till_id, d.till_id) as till_id, h.no,
        coalesce(h.business_day, d.business_day) as day, h.opened_at, h.opened_by, h.closed_at, h.closed_by,
        h.float_amount, h.counted_cash, h.difference_reason,
        d.sales, d.refunds, d.gross, d.discount, d.refunded, d.net, d.tax, d.total
      from opened h full join sums d on d.shift_id = h.id
      order by day desc, h.opened_at desc nulls last, 1 desc limit ${limit})
    select p.shift_id, p.till_id, p.no, p.day::text as business_day, ${isoText('p.opened_at')} as opened_at,
      ${isoText('p.closed_at')} as closed_at, o.name as opened_by, c.name as closed_by, p.counted_cash as counted,
      p.difference_reason as reason, coalesce(p.sales, 0) as sales, coalesce(p.refunds, 0) as refunds,
      coalesce(p.gross, 0) as gross, coalesce(p.discount, 0) as discount, coalesce(p.refunded, 0) as refunded,
      coalesce(p.net, 0) as net, coalesce(p.tax, 0) as tax, coalesce(p.total, 0) as total,
      case when e.expected is null then ${expectedIn(schoolId)} else e.expected end as expected
    from page p
    left join shift_days e on e.shift_id = p.shift_id and ${inScope('e', split.sums)}
    left join users o on o.school_id = ${schoolId} and o.id = p.opened_by
    left join users c on c.school_id = ${schoolId} and c.id = p.closed_by
    order by p.day desc, p.opened_at desc nulls last, p.shift_id desc`)
  return rows.map(shiftOf)
}

function shiftOf(row: Row): ShiftSales {
  const [expected, counted] = [amount(row.expected), amount(row.counted)]
  return {
    ...salesIn(row),
    shiftId: row.shift_id,
    tillId: row.till_id,
    no: row.no,
    businessDay: row.business_day,
    openedAt: row.opened_at,
    openedBy: row.opened_by,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    expected,
    counted,
    difference: expected === null || counted === null ? null : minor(counted - expected),
    reason: row.reason,
  }
}

/** Returns how the drawers of the scope's closed shifts were counted. */
export async function listDrawers(tx: Tx, scope: SalesScope): Promise<CountedDrawer[]> {
  if (scope.days?.length === 0) return []
  const { schoolId } = scope.school
  const { rows } = await tx.execute<{
    shiftId: ShiftId
    tillId: string
    businessDay: string
    expected: number | string
    counted: number | string | null
  }>(sql`
    select p.shift_id as "shiftId", p.till_id as "tillId", p.day::text as "businessDay", p.counted_cash as counted,
      ${expectedIn(schoolId)} as expected
    from (select h.id as shift_id, h.till_id, h.business_day as day, h.float_amount, h.closed_at, h.counted_cash
      from shifts h where ${inScope('h', scope)} and h.closed_at is not null) p`)
  return rows.map(({ expected, counted, ...of }) => ({
    ...of,
    expected: minor(Number(expected)),
    counted: amount(counted),
  }))
}

/** Returns the minute in which most was sold, the first of several; null without a sale. */
export async function peakOf(tx: Tx, scope: SalesScope): Promise<SalesByShift['peak']> {
  const { rows } = await tx.execute<{ at: string; sales: number }>(sql`
    select ${isoText('minute')} as at, sales from (
      select date_trunc('minute', s.sold_at) as minute, count(*)::int as sales from ${standingSales(scope)} group by 1) m
    order by sales desc, minute limit 1`)
  return rows[0] ?? null
}
