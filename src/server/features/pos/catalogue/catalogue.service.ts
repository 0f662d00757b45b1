import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-lists.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'

/** Returns prices of the items that exist, active or not. */
export async function pricesOf(tx: Tx, schoolId: string, itemIds: Iterable<ItemId>): Promise<Map<ItemId, Minor>> {
  const { rows } = await tx.execute<{ id: ItemId; price: number | string }>(sql`
    select id, price from items where school_id = ${schoolId} and id = any(${uuidList(itemIds)})`)
  return new Map(rows.map(({ id, price }) => [id, minor(Number(price))]))
}
