import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText, uuidList } from '#server/kernel/sql-values.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'
import { type Batch, batchesLeft, stockAfter } from '#shared/pos/stock/stock.rules.ts'
import { movedIn, movedOf } from './stock-moved.service.ts'

interface TrackedRow {
  itemId: ItemId
  sellsOut: boolean
  since: Instant
  soldOutOn: Day | null
  goodUntil: Day | null
  countedAt: Instant | null
  countedMilli: number | null
  /** Whether anything was received or counted: before that, none left says nothing. */
  isBegun: boolean
}

export type StockNow = Omit<TrackedRow, 'countedMilli'> & { qtyMilli: number }

/** Returns the stock of tracked items: the last count and what moved since. */
export async function stockNow(tx: Tx, schoolId: string): Promise<StockNow[]> {
  const found = await tx.execute<TrackedRow & Record<string, unknown>>(sql`
    select t.item_id as "itemId", t.sells_out as "sellsOut", ${isoText('t.since')} as since, t.sold_out_on as "soldOutOn",
      t.good_until as "goodUntil", ${isoText('c.at')} as "countedAt", c.qty_milli as "countedMilli",
      exists (select from stock_entries e where e.school_id = ${schoolId} and e.item_id = t.item_id
        and e.kind in ('received', 'counted')) as "isBegun"
    from stock_items t left join lateral (select at, qty_milli from stock_entries e where e.school_id = ${schoolId}
      and e.item_id = t.item_id and e.kind = 'counted' order by e.at desc, e.id desc limit 1) c on true
    where t.school_id = ${schoolId} and t.is_tracked order by t.item_id`)
  const rows: readonly TrackedRow[] = found.rows
  const intervals = rows.map(({ itemId, countedAt, since }) => {
    const isLater = countedAt !== null && countedAt > since
    return { key: itemId, itemId, after: countedAt, soldAfter: isLater ? countedAt : since, upTo: null }
  })
  const moved = await movedIn(tx, schoolId, intervals)
  return rows.map(({ countedMilli, ...row }) => ({
    ...row,
    qtyMilli: stockAfter(countedMilli ?? 0, movedOf(moved, row.itemId)),
  }))
}

interface BatchRow extends Batch {
  itemId: ItemId
}

/** Returns the batches with a last day of which something is left, by item. */
export async function batchesOf(tx: Tx, schoolId: string, stocks: readonly StockNow[]) {
  const { rows } = await tx.execute<BatchRow & Record<string, unknown>>(sql`
    select id as "entryId", item_id as "itemId", qty_milli as "qtyMilli", produced_on::text as "producedOn",
      expires_on::text as "expiresOn"
    from stock_entries where school_id = ${schoolId} and kind = 'received'
      and item_id = any(${uuidList(stocks.map(({ itemId }) => itemId))})
    order by at desc, id limit 5000`)
  return new Map(
    stocks.map(({ itemId, qtyMilli }) => [
      itemId,
      batchesLeft(
        qtyMilli,
        rows.filter((row) => row.itemId === itemId),
      ).filter(({ expiresOn }) => expiresOn !== null),
    ]),
  )
}
