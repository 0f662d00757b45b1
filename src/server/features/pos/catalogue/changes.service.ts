import { type ChangesQuery, changesIn } from '#server/kernel/changes.ts'
import type { Tx } from '#server/kernel/db.ts'
import { categories, items, modifierGroups } from './catalogue.table.ts'

/** Returns changed categories, including inactive ones, so that a device can hide them. By version and id. */
export function changedCategories(tx: Tx, asked: ChangesQuery) {
  const { where, order } = changesIn(categories, asked)
  return tx
    .select()
    .from(categories)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
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

/** Returns changed items, including inactive ones. */
export function changedItems(tx: Tx, asked: ChangesQuery) {
  const { where, order } = changesIn(items, asked)
  return tx
    .select()
    .from(items)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
}
