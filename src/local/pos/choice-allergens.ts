import type { Allergen, Item, Modifier, ModifierGroup } from '#shared/pos/catalogue.contract.ts'

const addedBy = (modifier: Pick<Modifier, 'addsAllergens'>, forbidden: readonly Allergen[]): Allergen[] =>
  forbidden.filter((allergen) => modifier.addsAllergens.includes(allergen))

/** Returns those of the `forbidden` allergens that are in an item whatever is chosen for it. */
export function unavoidable(
  item: Pick<Item, 'allergens'>,
  groups: readonly ModifierGroup[],
  forbidden: readonly Allergen[],
): Allergen[] {
  const isSafe = (modifier: Modifier) => addedBy(modifier, forbidden).length === 0
  const safe = groups.flatMap(({ modifiers }) => modifiers.filter(isSafe))
  // Something must be chosen there, and too little of it is safe.
  const forced = groups
    .filter(({ min, modifiers }) => modifiers.filter(isSafe).length < min)
    .flatMap(({ modifiers }) => modifiers)
  return forbidden.filter(
    (allergen) =>
      (item.allergens.includes(allergen) && !safe.some((m) => m.removesAllergens.includes(allergen))) ||
      forced.some((m) => m.addsAllergens.includes(allergen)),
  )
}
