import { expect, it } from 'vitest'
import type { FamilyFood } from '#shared/overview/family/family-food.contract.ts'
import { chosenFood, foodFound, withoutChoice } from './food-choices.rules.ts'

const both = (en: string, ar = en) => ({ en, ar })
const food: FamilyFood = {
  forbidden: { items: ['crisps', 'old'], categories: ['closed'], classes: ['fizzy-drink', 'sweets'] },
  categories: [
    { id: 'snacks', name: both('Snacks') },
    { id: 'drinks', name: both('Drinks', 'مشروبات') },
  ],
  items: [
    { id: 'crisps', name: both('Crisps'), categoryId: 'snacks' },
    { id: 'juice', name: both('Juice', 'عصير'), categoryId: 'drinks' },
    { id: 'water', name: both('Water'), categoryId: 'drinks' },
  ],
  classes: ['fizzy-drink'],
  gone: [
    { id: 'closed', name: both('Closed') },
    { id: 'old', name: both('Old cake') },
  ],
}

it('lists everything that is forbidden, with what is not sold any more, and takes each away', () => {
  const chosen = chosenFood(food, food.forbidden)
  expect(chosen.map(({ part, id, isGone }) => `${part} ${id} ${isGone}`)).toEqual([
    'classes fizzy-drink false',
    'classes sweets true',
    'categories closed true',
    'items crisps false',
    'items old true',
  ])
  const left = chosen.reduce(withoutChoice, food.forbidden)
  expect(left).toEqual({ items: [], categories: [], classes: [] })
})

it('finds kinds, items in either language, and a whole category by its name', () => {
  const found = (typed: string) => {
    const { classes, categories } = foodFound(food, typed, () => 'Fizzy drinks')
    return [...classes, ...categories.flatMap(({ id, items }) => [id, ...items.map((item) => item.id)])]
  }
  expect(found('عَصير')).toEqual(['drinks', 'juice'])
  expect(found('drink')).toEqual(['fizzy-drink', 'drinks', 'juice', 'water'])
  expect(found('pizza')).toEqual([])
  expect(found('')).toEqual(['fizzy-drink', 'snacks', 'crisps', 'drinks', 'juice', 'water'])
})
