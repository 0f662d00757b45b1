import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { PatternRows, PatternSurroundings } from '#shared/pos/patterns/pattern.types.ts'
import { expectedAt } from '../stock/stock-counts.service.ts'

interface CountRow extends Record<string, unknown> {
  id: string
  itemId: string
  at: Instant
  qtyMilli: number
  price: number | string
  soldAmount: number | string
}

/**
 * Returns what the last count of each item in the week before a shift was closed did not find, at the price of now, beside what was sold
 * of it in that week; nothing while the shift is open.
 */
export async function stockGone(
  tx: Tx,
  schoolId: string,
  { closedAt }: PatternRows['shift'],
): Promise<PatternSurroundings['stock']> {
  if (closedAt === null) return []
  const week = sql`between ${closedAt}::timestamptz - interval '7 days' and ${closedAt}::timestamptz`
  const { rows } = await tx.execute<CountRow>(sql`
    select c.id, c.item_id as "itemId", ${isoText('c.at')} as at, c.qty_milli as "qtyMilli", i.price,
      (select coalesce(sum(l.gross), 0) from sales s
        join sale_lines l on l.school_id = s.school_id and l.sale_id = s.id and l.item_id = c.item_id
        where s.school_id = ${schoolId} and s.sold_at ${week} and not exists (select from sale_voids v
          where v.school_id = ${schoolId} and v.sale_id = s.id)) as "soldAmount"
    from (select distinct on (e.item_id) e.id, e.item_id, e.at, e.qty_milli from stock_entries e
      join stock_items t on t.school_id = e.school_id and t.item_id = e.item_id and t.is_tracked
      where e.school_id = ${schoolId} and e.kind = 'counted' and e.at ${week}
      order by e.item_id, e.at desc, e.id desc) c
    join items i on i.school_id = ${schoolId} and i.id = c.item_id order by c.item_id`)
  const expected = await expectedAt(tx, schoolId, rows)
  return rows.flatMap(({ id, qtyMilli, price, soldAmount }) => {
    const goneMilli = (expected.get(id) ?? qtyMilli) - qtyMilli
    if (goneMilli <= 0) return []
    return [{ countId: id, goneAmount: Math.round((goneMilli * Number(price)) / 1000), soldAmount: Number(soldAmount) }]
  })
}
