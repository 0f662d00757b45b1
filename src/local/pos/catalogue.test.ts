import { describe, expect, it } from 'vitest'
import type { ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import { categoryOf, customerOf, idOf, itemOf } from '#tests/support/devices/snapshot-kit.ts'
import { indexCustomers } from './customers.ts'
import { buildCatalogue } from './till-memory.ts'

const group: ModifierGroup = { id: idOf('f', 90), name: { en: 'Extras', ar: 'إضافات' }, min: 0, max: 1, modifiers: [] }
const catalogue = buildCatalogue(
  [categoryOf(2), categoryOf(1), categoryOf(3, { active: false })],
  [
    itemOf(3, { name: { en: 'Cheese Manakish', ar: 'مناقيش جبنة' }, sort: 2, barcode: '6291041500213' }),
    itemOf(1, {
      name: { en: 'Crème Brûlée', ar: 'كريم بروليه' },
      sort: 1,
      modifierGroupIds: [group.id, idOf('f', 91)],
    }),
    itemOf(2, { name: { en: 'Cheese', ar: 'جُبْنَة' }, sort: 3, categoryId: idOf('f', 2) }),
    itemOf(4, { active: false, barcode: '111' }),
    itemOf(5, { categoryId: idOf('f', 3), name: { en: 'Hidden cheese', ar: 'جبنة' } }),
  ],
  [group],
)
const names = (items: readonly { name: { en: string } }[]) => items.map((item) => item.name.en)

describe('the catalogue', () => {
  it('shows what is active, in order', () => {
    expect(catalogue.categories.map((c) => c.sort)).toEqual([1, 2])
    expect(names(catalogue.items)).toEqual(['Crème Brûlée', 'Cheese Manakish', 'Cheese'])
    expect(names(catalogue.itemsOf(idOf('f', 1)))).toEqual(['Crème Brûlée', 'Cheese Manakish'])
    expect(catalogue.itemsOf(idOf('f', 3))).toEqual([])
    expect([catalogue.item(idOf('d', 4)), catalogue.byBarcode('111')]).toEqual([undefined, undefined])
  })

  it('finds by barcode, whole or in its beginning', () => {
    expect(catalogue.byBarcode(' 6291041500213 ')?.sort).toBe(2)
    expect(names(catalogue.search('62910', 5))).toEqual(['Cheese Manakish'])
    expect(catalogue.byBarcode('62910')).toBeUndefined()
  })

  it.each([
    ['cheese', ['Cheese', 'Cheese Manakish']],
    ['CREME brulee', ['Crème Brûlée']],
    ['manakish che', ['Cheese Manakish']],
    ['جبنه', ['Cheese', 'Cheese Manakish']],
    ['مناقيش', ['Cheese Manakish']],
    ['cheese pizza', []],
    ['   ', []],
    ['...', []],
  ])('finds by name in either script: %s', (text, found) => {
    expect(names(catalogue.search(text, 9)).sort()).toEqual(found)
  })

  it('gives the best first, and no more than was asked for', () => {
    expect(names(catalogue.search('cheese', 1))).toHaveLength(1)
    expect(names(catalogue.search('manakish', 5))).toEqual(['Cheese Manakish'])
  })

  it('knows the choices of an item, without those that are gone', () => {
    expect(catalogue.groupsOf(itemOf(1, { modifierGroupIds: [idOf('f', 91), group.id] }))).toEqual([group])
  })
})

describe('the pupils', () => {
  const people = indexCustomers([
    customerOf(1, { name: { en: 'Maryam Al-Kuwari', ar: 'مريم الكواري' }, admissionNo: '1001' }),
    customerOf(2, { name: { en: 'Mariam Haddad', ar: 'مريم حداد' }, admissionNo: '10' }),
    customerOf(3, { name: { en: 'Ahmed Ali', ar: 'أحمد علي' }, admissionNo: '2001', cardNo: null }),
    customerOf(4, { name: { en: 'Ahmed Gone', ar: 'أحمد' }, active: false }),
  ])

  it.each([
    ['maryam', ['Maryam Al-Kuwari']],
    ['al kuwari', ['Maryam Al-Kuwari']],
    ['احمد', ['Ahmed Ali']],
    ['مريم', ['Mariam Haddad', 'Maryam Al-Kuwari']],
    ['٢٠٠١', ['Ahmed Ali']],
    ['nobody', []],
    ['', []],
  ])('are found by name in either script and by number: %s', (text, found) => {
    expect(names(people.find(text, 9)).sort()).toEqual(found)
  })

  it('put a whole admission number before everything that begins like it', () => {
    expect(names(people.find('10', 9))).toEqual(['Mariam Haddad', 'Maryam Al-Kuwari'])
  })

  it('are found by card, and only while they are active', () => {
    expect(people.byCard(' card-1 ')?.admissionNo).toBe('1001')
    expect([people.byCard('card-4'), people.byCard('card-3'), people.get(customerOf(4).id)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
