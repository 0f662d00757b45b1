import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import type { Allergen, Modifier, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import { named } from '#tests/support/devices/device-kit.ts'
import { unavoidable } from './choice-allergens.ts'

const choice = (addsAllergens: Allergen[], removesAllergens: Allergen[] = []): Modifier => ({
  id: [...addsAllergens, '-', ...removesAllergens].join(' '),
  name: named('choice'),
  priceDelta: minor(0),
  addsAllergens,
  removesAllergens,
})
const group = (min: number, ...modifiers: Modifier[]): ModifierGroup => ({
  id: 'g',
  name: named('g'),
  min,
  max: 3,
  modifiers,
})
const cheese = choice(['milk'])
const noCheese = choice([], ['milk'])
const plain = choice([])

it.each([
  ['no choice takes it away', ['milk'], [], ['milk']],
  ['a choice takes it away', ['milk'], [group(0, noCheese)], []],
  ['the choice that takes it away brings another', ['milk'], [group(0, choice(['nuts'], ['milk']))], ['milk']],
  ['it is only in a choice that can be left', [], [group(0, cheese)], []],
  ['all that must be chosen has it', [], [group(1, cheese)], ['milk']],
  ['something else can be chosen', [], [group(1, cheese, plain)], []],
  ['there is too little else to choose', [], [group(2, cheese, plain)], ['milk']],
  ['it is another allergen', ['soy'], [], []],
] as [string, Allergen[], ModifierGroup[], Allergen[]][])(
  'an item cannot be had without an allergen, or can: %s',
  (_, allergens, groups, expected) => {
    expect(unavoidable({ allergens }, groups, ['milk', 'nuts'])).toEqual(expected)
  },
)
