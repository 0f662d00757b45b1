import { describe, expect, it } from 'vitest'
import type { CustomerId, ItemId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Item, Modifier, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import {
  addItem,
  emptyCart,
  openClashes,
  quantityOf,
  removeLine,
  setCustomer,
  setModifiers,
  setQuantity,
  setReason,
  toggleModifier,
  unansweredGroups,
} from './cart-edit.ts'

const text = (en: string) => ({ en, ar: en })
const item = (id: string, more: Partial<Item> = {}): Item => ({
  id: id as ItemId,
  categoryId: 'c',
  name: text(id),
  price: minor(500),
  taxCode: 'Z',
  barcode: null,
  modifierGroupIds: [],
  allergens: [],
  diet: [],
  kcal: null,
  sort: 0,
  active: true,
  ...more,
})
const modifier = (id: string, more: Partial<Modifier> = {}): Modifier => ({
  id,
  name: text(id),
  priceDelta: minor(0),
  addsAllergens: [],
  removesAllergens: [],
  ...more,
})
const group = (min: number, max: number, ...ids: string[]): ModifierGroup => ({
  id: 'g',
  name: text('g'),
  min,
  max,
  modifiers: ids.map((id) => modifier(id)),
})
const someone = 'ali' as CustomerId

describe('the cart', () => {
  it('counts up the same order and keeps another one apart', () => {
    const water = item('water')
    let cart = addItem(emptyCart('s'), water, [], 'a')
    cart = addItem(cart, water, [], 'b')
    cart = addItem(cart, water, [modifier('ice')], 'c')
    expect(cart.lines.map((line) => [line.id, quantityOf(line)])).toEqual([
      ['a', 2],
      ['c', 1],
    ])
  })

  it('takes a line out at zero pieces, and the discount with the last line', () => {
    const cart = {
      ...addItem(emptyCart('s'), item('water'), [], 'a'),
      discount: { id: 'd', kind: 'amount' as const, value: 100, reason: 'spoilt', by: someone as never },
    }
    expect(setQuantity(cart, 'a', 3).lines.map(quantityOf)).toEqual([3])
    expect(setQuantity(cart, 'a', 0)).toMatchObject({ lines: [], discount: null })
    expect(removeLine(cart, 'other').discount).not.toBeNull()
    expect(setQuantity(cart, 'a', 5000).lines.map(quantityOf)).toEqual([999])
  })

  it('asks about an allergen until somebody answers, and again for another person or another order', () => {
    const forbidden = (allergens: readonly string[]) => allergens.filter((a) => a === 'milk') as ['milk'] | []
    const plain = addItem(emptyCart('s'), item('latte', { allergens: ['milk'] }), [], 'a')
    const cart = setCustomer(plain, someone, 'card')
    expect(openClashes(cart, forbidden)).toMatchObject([{ allergens: ['milk'] }])
    const answered = setReason(cart, 'a', 'the mother agreed')
    expect(openClashes(answered, forbidden)).toEqual([])
    expect(openClashes(setCustomer(answered, 'sara' as CustomerId, 'name'), forbidden)).toHaveLength(1)
    expect(openClashes(setModifiers(answered, 'a', [modifier('foam')]), forbidden)).toHaveLength(1)
    const soy = setModifiers(answered, 'a', [modifier('soy', { removesAllergens: ['milk'] })])
    expect(openClashes(soy, forbidden)).toEqual([])
  })
})

describe('modifiers', () => {
  it('are asked for until each group has what it wants', () => {
    const groups = [group(1, 2, 'a', 'b', 'c')]
    expect(unansweredGroups(groups, new Set())).toHaveLength(1)
    expect(unansweredGroups(groups, new Set(['a']))).toHaveLength(0)
    expect(unansweredGroups(groups, new Set(['a', 'b', 'c']))).toHaveLength(1)
  })

  it('swap where only one may be chosen, and stop where enough are', () => {
    const one = group(1, 1, 'a', 'b')
    expect([...toggleModifier(new Set(['a']), one, 'b')]).toEqual(['b'])
    expect([...toggleModifier(new Set(['a']), one, 'a')]).toEqual(['a'])
    const few = group(0, 2, 'a', 'b', 'c')
    expect([...toggleModifier(new Set(['a', 'b']), few, 'c')]).toEqual(['a', 'b'])
    expect([...toggleModifier(new Set(['a', 'b']), few, 'a')]).toEqual(['b'])
    expect([...toggleModifier(new Set(), group(0, 1, 'a'), 'a')]).toEqual(['a'])
  })
})
