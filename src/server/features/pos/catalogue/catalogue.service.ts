import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { duePrices } from './next-prices.service.ts'

/**
 * Returns prices of the items that exist, active or not, as of a business day. `isNewList` says that prices planned for this day or an
 * earlier one count that no item has yet: they are of the next price list.
 */
export async function pricesOf(
  tx: Tx,
  schoolId: string,
  { itemIds, today }: { itemIds: Iterable<ItemId>; today: Day },
): Promise<{ prices: Map<ItemId, Minor>; isNewList: boolean }> {
  const due = await duePrices(tx, schoolId, today)
  const { rows } = await tx.execute<{ id: ItemId; price: number | string }>(sql`
    select id, price from items where school_id = ${schoolId} and id = any(${uuidList(itemIds)})`)
  const prices = new Map(rows.map(({ id, price }) => [id, due.get(id) ?? minor(Number(price))]))
  return { prices, isNewList: due.size > 0 }
}

/** Returns whether the catalogue has anything that is sold. */
export async function hasItems(tx: Tx, schoolId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(
    sql`select exists (select from items where school_id = ${schoolId} and active) as has`,
  )
  return rows[0]?.has ?? false
}
