import { type SQL, sql } from 'drizzle-orm'
import { bothOf, type SplitScope } from './days/split-scope.service.ts'
import {
  documentsOf,
  documentSums,
  inScope,
  isStandingTopUp,
  salesColumns,
  type SalesScope,
  scopedRefunds,
  standingSales,
} from './sales-scope.ts'

/*
 * What documents come to by till and business day: reports read it for days that are not summed, and the sums of a day are made of it.
 */

/** Selects `till_id, business_day`, the figures of documents and `last_sold_at`. */
export const figuresByDay = (scope: SalesScope): SQL => sql`
  select till_id, business_day, ${documentSums}, max(at) filter (where sales = 1) as last_sold_at
  from (${documentsOf(scope)}) each group by till_id, business_day`

/**
 * Selects `till_id, business_day` and the figures of a scope. By day first: a year of sales comes to some thousand rows before a month is
 * written out for any.
 */
export const figuresOf = (split: SplitScope): SQL =>
  bothOf(split, {
    documents: (of) => sql`select till_id, business_day, ${salesColumns} from (${figuresByDay(of)}) f`,
    sums: (of) => sql`select t.till_id, t.business_day, ${salesColumns} from till_days t where ${inScope('t', of)}`,
  })

/** Quarter of the school's day that `at` is in. */
const quarter = (timeZone: string): SQL =>
  sql`(extract(hour from at at time zone ${timeZone}) * 4 + floor(extract(minute from at at time zone ${timeZone}) / 15))::int`

/** Selects `till_id, business_day, shift_id, by, quarter` and the figures of documents. */
export const quartersByDay = (scope: SalesScope): SQL => sql`
  select till_id, business_day, shift_id, by, quarter, ${documentSums}
  from (select ${quarter(scope.school.timeZone)} as quarter, d.* from (${documentsOf(scope)}) d) each
  group by till_id, business_day, shift_id, by, quarter`

/** Selects `till_id, business_day, shift_id, by, quarter` and the figures of a scope. */
export const quartersOf = (split: SplitScope): SQL =>
  bothOf(split, {
    documents: quartersByDay,
    sums: (of) => sql`
      select q.till_id, q.business_day, q.shift_id, q.by, q.quarter, ${salesColumns} from quarter_days q where ${inScope('q', of)}`,
  })

/** Selects rows of `drawer_days`, with or without those of documents in another currency. */
export const drawersOf = (of: SalesScope, isOther: boolean): SQL => sql`
  select m.till_id, m.business_day, m.what, m.kind, m.count, m.amount from drawer_days m
  where ${inScope('m', of)} and (m.what = 'other-currency') = ${isOther}`

/** Selects what stands beside the sales, tenders less what went back: `till_id, business_day, what, kind, count, amount`. */
export function movementsByDay(scope: SalesScope): SQL {
  const { schoolId, currency } = scope.school
  const group = sql`group by 1, 2, 4`
  return sql`
    select d.till_id, d.business_day, 'tender' as what, d.kind, count(*)::int as count, sum(d.amount)::bigint as amount from (
      select s.till_id, s.business_day, t.kind, t.amount from (select s.id, s.till_id, s.business_day
        from ${standingSales(scope)}) s join tenders t on t.school_id = ${schoolId} and t.sale_id = s.id
      union all select r.till_id, r.business_day, t.kind, -t.amount from (select r.id, r.till_id, r.business_day
        from ${scopedRefunds(scope)}) r join refund_tenders t on t.school_id = ${schoolId} and t.refund_id = r.id) d ${group}
    union all
    select s.till_id, s.business_day, 'void', 'void', count(*)::int, sum(s.total)::bigint from sales s
      join sale_voids v on v.school_id = s.school_id and v.sale_id = s.id
      where ${inScope('s', scope)} and s.currency = ${currency} ${group}
    union all
    select h.till_id, h.business_day, 'movement', m.kind, count(*)::int, sum(m.amount)::bigint from shifts h
      join cash_movements m on m.school_id = h.school_id and m.shift_id = h.id where ${inScope('h', scope)} ${group}
    union all
    select w.till_id, w.business_day, 'top-up', 'top-up', count(*)::int, sum(w.amount)::bigint from top_ups w
      where ${inScope('w', scope)} and w.currency = ${currency} and ${isStandingTopUp(schoolId)} ${group}`
}

/** Selects how many documents are in another currency: `till_id, business_day, what, kind, count, amount`. */
export function othersByDay(scope: SalesScope): SQL {
  const others = (table: 'sales' | 'refunds') => sql`
    select n.till_id, n.business_day from ${sql.raw(table)} n where ${inScope('n', scope)} and n.currency <> ${scope.school.currency}`
  return sql`
    select till_id, business_day, 'other-currency' as what, '' as kind, count(*)::int as count, 0::bigint as amount
    from (${others('sales')} union all ${others('refunds')}) d group by 1, 2`
}

/** Selects the receipt numbers that have arrived, as the ranges they form: `till_id, business_day, epoch, numbers`. */
export function numbersByDay(scope: SalesScope): SQL {
  const numbers = (table: 'sales' | 'top_ups' | 'refunds') => sql`
    select n.till_id, n.business_day, n.epoch, n.receipt_seq::bigint as no from ${sql.raw(table)} n where ${inScope('n', scope)}`
  return sql`
    select till_id, business_day, epoch, range_agg(int8range(no, no + 1)) as numbers
    from (${numbers('sales')} union all ${numbers('top_ups')} union all ${numbers('refunds')}) d group by 1, 2, 3`
}

/** The columns that lines are summed in, beside `item_id, tax_code, rate_ppm`. */
export const lineColumns = sql`qty_milli, waste_milli, gross, discount, refunded, net, tax`

/**
 * Selects the sums of lines by item and tax, sales and refunds apart: `item_id, tax_code, rate_ppm` and `lineColumns`; with `byDay` also by
 * `till_id, business_day`, which come first.
 */
export function linesOf(scope: SalesScope, byDay = false): SQL {
  const { schoolId } = scope.school
  const day = sql.raw(byDay ? 'd.till_id, d.business_day, ' : '')
  const keys = sql`${day} l.item_id, l.tax_code, l.rate_ppm`
  return sql`
    select ${keys}, sum(l.qty_milli) as qty_milli, 0::bigint as waste_milli, sum(l.gross) as gross, sum(l.discount) as discount,
      0::bigint as refunded, sum(l.net) as net, sum(l.tax) as tax
    from sale_lines l join (select s.id, s.till_id, s.business_day from ${standingSales(scope)}) d on d.id = l.sale_id
    where l.school_id = ${schoolId} group by ${keys}
    union all
    select ${keys}, -sum(l.qty_milli), coalesce(sum(l.qty_milli) filter (where l.goods = 'waste'), 0), 0, 0, sum(l.net + l.tax),
      -sum(l.net), -sum(l.tax)
    from refund_lines l join (select r.id, r.till_id, r.business_day from ${scopedRefunds(scope)}) d on d.id = l.refund_id
    where l.school_id = ${schoolId} group by ${keys}`
}
