import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { FamilyFood, ForbiddenFood } from '#shared/overview/family/family-food.contract.ts'
import type { FoodClass } from '#shared/pos/spending/spending-rule.contract.ts'

/** Something that is forbidden: a kind of food, or a category or item by its name. */
export type ChosenFood = { isGone: boolean } & (
  | { part: 'classes'; id: FoodClass }
  | { part: 'categories' | 'items'; id: string; name: Bilingual }
)

/** Returns what is forbidden, kinds of food first, what is not sold any more among it. */
export function chosenFood(
  { categories, items, classes, gone }: FamilyFood,
  { classes: kinds, ...chosen }: ForbiddenFood,
): ChosenFood[] {
  const named = (part: 'categories' | 'items', sold: readonly { id: string; name: Bilingual }[]): ChosenFood[] => [
    ...sold.flatMap(({ id, name }) => (chosen[part].includes(id) ? [{ part, id, name, isGone: false }] : [])),
    ...gone.flatMap(({ id, name }) => (chosen[part].includes(id) ? [{ part, id, name, isGone: true }] : [])),
  ]
  return [
    ...kinds.map((id) => ({ part: 'classes' as const, id, isGone: !classes.includes(id) })),
    ...named('categories', categories),
    ...named('items', items),
  ]
}

/** The same food without one of what is forbidden. */
export const withoutChoice = (chosen: ForbiddenFood, { part, id }: ChosenFood): ForbiddenFood => ({
  ...chosen,
  [part]: chosen[part].filter((each) => each !== id),
})

/** What can be chosen, by its name: a category that is found brings all its items. */
export function foodFound(food: FamilyFood, typed: string, classNames: (each: FoodClass) => string) {
  const sought = foldText(typed)
  const isFound = (...names: string[]) => names.some((name) => foldText(name).includes(sought))
  return {
    classes: food.classes.filter((each) => isFound(classNames(each))),
    categories: food.categories.flatMap((category) => {
      const all = food.items.filter(({ categoryId }) => categoryId === category.id)
      const isWhole = isFound(category.name.en, category.name.ar)
      const items = isWhole ? all : all.filter(({ name }) => isFound(name.en, name.ar))
      return items.length === 0 ? [] : [{ ...category, items }]
    }),
  }
}
