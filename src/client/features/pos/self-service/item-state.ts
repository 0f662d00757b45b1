import type { Till } from '#local/pos/till.types.ts'
import { unavoidable } from '#local/pos/choice-allergens.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { wholeQty } from '#shared/kernel/money.ts'
import type { Allergen, Item } from '#shared/pos/catalogue.contract.ts'
import { deniedNow } from '../spending/rules-now.ts'

/** Why a pupil cannot have an item here and now. */
export type Obstacle = { why: 'sold-out' | 'money' | 'rule' } | { why: 'allergens'; allergens: readonly Allergen[] }

export interface ItemState {
  obstacle?: Obstacle
  /** What has to be left out of it by a choice. */
  without: readonly Allergen[]
}

interface Asking {
  customerId: CustomerId
  /** What may still be spent beside the basket; undefined before it is confirmed whose account it is. */
  left: number | undefined
}

/** Returns whether a pupil can have an item, and what must be left out of it. */
export function itemState(till: Till, item: Item, { customerId, left }: Asking): ItemState {
  const customer = till.customer(customerId)
  const without = till.allergenClash(customerId, item.allergens)
  const allergens = unavoidable(item, till.catalogue.groupsOf(item), customer?.allergens ?? [])
  if (item.soldOutOn !== undefined) return { obstacle: { why: 'sold-out' }, without }
  if (allergens.length > 0) return { obstacle: { why: 'allergens', allergens }, without }
  if (isDenied(till, item, customerId)) return { obstacle: { why: 'rule' }, without }
  if (left !== undefined && item.price > left) return { obstacle: { why: 'money' }, without }
  return { without }
}

/** Whether a rule of the law, the school, the parents or the pupil denies an item. */
const isDenied = (till: Till, item: Item, customerId: CustomerId): boolean =>
  deniedNow(till, customerId, [{ id: item.id, item, qtyMilli: wholeQty, modifiers: [] }]).length > 0

/**
 * Returns the choices that are made already when an item asks: what leaves out what a pupil must not have, and the first that they
 * may have where something must be chosen.
 */
export function usualChoices(
  till: Till,
  item: Item,
  { customerId, without }: { customerId: CustomerId; without: readonly Allergen[] },
) {
  const chosen = till.catalogue.groupsOf(item).flatMap(({ min, max, modifiers }) => {
    const safe = modifiers.filter(({ addsAllergens }) => till.allergenClash(customerId, addsAllergens).length === 0)
    const leaving = safe
      .filter(({ removesAllergens }) => removesAllergens.some((each) => without.includes(each)))
      .slice(0, max)
    const others = safe.filter((each) => !leaving.includes(each)).slice(0, Math.max(0, min - leaving.length))
    return [...leaving, ...others]
  })
  return new Set<string>(chosen.map(({ id }) => id))
}
