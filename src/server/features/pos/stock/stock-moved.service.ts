import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import type { Instant } from '#shared/kernel/time.ts'
import type { Moved } from '#shared/pos/stock/stock.rules.ts'

/** From after one moment up to another, itself included; null is without an end. */
export interface Interval {
  key: string
  itemId: string
  after: Instant | null
  /** Sales and what came back count from after this moment on. */
  soldAfter: Instant
  upTo: Instant | null
}

const nothing: Moved = { received: 0, wasted: 0, sold: 0, back: 0 }

/** Sums what moved in each interval, by its key. A sale that was voided comes back at the moment of its void, a refund only if it was not. */
export async function movedIn(tx: Tx, schoolId: string, intervals: readonly Interval[]): Promise<Map<string, Moved>> {
  if (intervals.length === 0) return new Map()
  const { rows } = await tx.execute<Record<keyof Moved, string | number> & { key: string }>(sql`
    select x.key,
      (select coalesce(sum(e.qty_milli), 0) from stock_entries e where e.school_id = ${schoolId} and e.item_id = x."itemId"
        and e.kind = 'received' and (x.after is null or e.at > x.after) and (x."upTo" is null or e.at <= x."upTo")) as received,
      (select coalesce(sum(e.qty_milli), 0) from stock_entries e where e.school_id = ${schoolId} and e.item_id = x."itemId"
        and e.kind = 'wasted' and (x.after is null or e.at > x.after) and (x."upTo" is null or e.at <= x."upTo")) as wasted,
      (select coalesce(sum(l.qty_milli), 0) from sales s
        join sale_lines l on l.school_id = s.school_id and l.sale_id = s.id and l.item_id = x."itemId"
        where s.school_id = ${schoolId} and s.sold_at > x."soldAfter" and (x."upTo" is null or s.sold_at <= x."upTo")) as sold,
      (select coalesce(sum(l.qty_milli), 0) from sale_voids v
        join sales s on s.school_id = v.school_id and s.id = v.sale_id and s.sold_at > x."since"
        join sale_lines l on l.school_id = s.school_id and l.sale_id = s.id and l.item_id = x."itemId"
        where v.school_id = ${schoolId} and v.at > x."soldAfter" and (x."upTo" is null or v.at <= x."upTo"))
      + (select coalesce(sum(l.qty_milli), 0) from refunds r
        join refund_lines l on l.school_id = r.school_id and l.refund_id = r.id and l.item_id = x."itemId" and l.goods = 'back'
        where r.school_id = ${schoolId} and r.at > x."soldAfter" and (x."upTo" is null or r.at <= x."upTo")
          and not exists (select from sale_voids v where v.school_id = ${schoolId} and v.sale_id = r.sale_id)) as back
    from (select y.*, i.since from jsonb_to_recordset(${jsonRows(intervals)})
        as y(key text, "itemId" uuid, after timestamptz, "soldAfter" timestamptz, "upTo" timestamptz)
      join stock_items i on i.school_id = ${schoolId} and i.item_id = y."itemId") as x`)
  return new Map(
    rows.map(({ key, received, wasted, sold, back }) => [
      key,
      { received: Number(received), wasted: Number(wasted), sold: Number(sold), back: Number(back) },
    ]),
  )
}

/** What moved, by key; nothing where no row is about it. */
export const movedOf = (found: ReadonlyMap<string, Moved>, key: string): Moved => found.get(key) ?? nothing
