import { type ChangesAsked, changesIn } from '#server/kernel/changes.ts'
import type { Tx } from '#server/kernel/db.ts'
import { categories, items, modifierGroups } from './catalogue.table.ts'

/** Categories that changed, inactive ones too, so that a device can hide them. By version and id. */
export function changedCategories(tx: Tx, asked: ChangesAsked) {
  const { where, order } = changesIn(categories, asked)
  return tx
    .select()
    .from(categories)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
}

/** Modifier groups that changed. */
export function changedModifierGroups(tx: Tx, asked: ChangesAsked) {
  const { where, order } = changesIn(modifierGroups, asked)
  return tx
    .select()
    .from(modifierGroups)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
}

/** Items that changed, inactive ones too. */
export function changedItems(tx: Tx, asked: ChangesAsked) {
  const { where, order } = changesIn(items, asked)
  return tx
    .select()
    .from(items)
    .where(where)
    .orderBy(...order)
    .limit(asked.limit)
}
