import { type ChangesQuery, changesIn } from '#server/kernel/changes.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { categories, items, modifierGroups } from './catalogue.table.ts'
import { categoryView, itemView } from './catalogue.view.ts'
import { readNextPrices } from './next-prices.service.ts'

/** Returns changed categories, including inactive ones, so that a device can hide them. By version and id. */
export async function changedCategories(tx: Tx, asked: ChangesQuery) {
  const { where, order } = changesIn(categories, asked)
  const rows = await tx
    .select()
    .from(categories)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
  return rows.map(categoryView)
}

/** Returns changed modifier groups. */
export function changedModifierGroups(tx: Tx, asked: ChangesQuery) {
  const { where, order } = changesIn(modifierGroups, asked)
  return tx
    .select()
    .from(modifierGroups)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
}

/** Returns changed items, including inactive ones, with the prices that begin later. */
export async function changedItems(tx: Tx, asked: ChangesQuery) {
  const { where, order } = changesIn(items, asked)
  const rows = await tx
    .select()
    .from(items)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
  const ids = rows.map(({ id }) => id)
  const nextPrices = ids.length === 0 ? new Map<ItemId, never>() : await readNextPrices(tx, asked.schoolId, ids)
  return rows.map((row) => itemView(row, nextPrices.get(row.id)))
}
