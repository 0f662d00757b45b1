import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { isoText, jsonRows } from '#server/kernel/sql-values.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { stockAfter } from '#shared/pos/stock/stock.rules.ts'
import { movedIn, movedOf } from './stock-moved.service.ts'

/** A count, stored or about to be. */
export interface CountAt {
  id: string
  itemId: string
  at: Instant
}

interface BaseRow extends Record<string, unknown>, CountAt {
  since: Instant
  beforeAt: Instant | null
  beforeMilli: number | null
  isBegun: boolean
}

/**
 * Returns what each count should have found: the count before it and every row since, up to its own moment, as they are known now. A
 * sale from before a count that arrives later restates it. Absent for a first count, with nothing received before: it begins the stock.
 */
export async function expectedAt(tx: Tx, schoolId: string, counts: readonly CountAt[]): Promise<Map<string, number>> {
  if (counts.length === 0) return new Map()
  const wanted = counts.map(({ id, itemId, at }) => ({ id, itemId, at }))
  const { rows } = await tx.execute<BaseRow>(sql`
    select x.id, x."itemId", ${isoText('x.at')} as at, ${isoText('i.since')} as since, ${isoText('b.at')} as "beforeAt",
      b.qty_milli as "beforeMilli", b.at is not null or exists (select from stock_entries e where e.school_id = ${schoolId}
        and e.item_id = i.item_id and e.kind = 'received' and e.at <= x.at) as "isBegun"
    from jsonb_to_recordset(${jsonRows(wanted)}) as x(id uuid, "itemId" uuid, at timestamptz)
    join stock_items i on i.school_id = ${schoolId} and i.item_id = x."itemId"
    left join lateral (select at, qty_milli from stock_entries e where e.school_id = ${schoolId} and e.item_id = i.item_id
      and e.kind = 'counted' and (e.at, e.id) < (x.at, x.id) order by e.at desc, e.id desc limit 1) b on true`)
  const begun = rows.filter(({ isBegun }) => isBegun)
  const moved = await movedIn(
    tx,
    schoolId,
    begun.map(({ id, itemId, at, since, beforeAt }) => {
      const soldAfter = beforeAt !== null && beforeAt > since ? beforeAt : since
      return { key: id, itemId, after: beforeAt, soldAfter, upTo: at }
    }),
  )
  return new Map(begun.map(({ id, beforeMilli }) => [id, stockAfter(beforeMilli ?? 0, movedOf(moved, id))]))
}
