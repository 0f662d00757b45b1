import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import type { ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import { categoryOf, customerOf, idOf, itemOf } from '#tests/support/devices/snapshot-kit.ts'
import { buildCatalogue } from './build-catalogue.ts'
import { indexCustomers } from './customers.ts'

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
  { day: '2030-01-15' },
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

describe('the catalogue of a business day', () => {
  const days = { from: '2030-01-15', to: '2030-01-20' }
  const rows = [
    itemOf(1, {
      price: minor(100),
      nextPrices: [
        { from: '2030-01-16', price: minor(110) },
        { from: '2030-01-18', price: minor(120) },
      ],
    }),
    itemOf(2, { soldOutOn: '2030-01-15' }),
    itemOf(3, { availableFrom: days.from, availableUntil: days.to }),
    itemOf(4, { barcode: '4711', moreBarcodes: ['4712'] }),
  ]
  const on = (day: string, favourites?: { name: { en: string; ar: string }; itemIds: string[] }) =>
    buildCatalogue([categoryOf(1), categoryOf(2, { hue: 30 })], rows, [], { day, ...(favourites && { favourites }) })

  it.each([
    ['2030-01-15', 100],
    ['2030-01-16', 110],
    ['2030-01-17', 110],
    ['2030-01-18', 120],
    ['2031-01-01', 120],
  ])('has the price of %s, planned before', (day, price) => {
    expect(on(day).item(idOf('d', 1))?.price).toBe(price)
  })

  it('is sold out for that day alone', () => {
    expect(on('2030-01-15').item(idOf('d', 2))?.soldOutOn).toBe('2030-01-15')
    expect(on('2030-01-16').item(idOf('d', 2))?.soldOutOn).toBeUndefined()
  })

  it.each([
    ['2030-01-14', false],
    ['2030-01-15', true],
    ['2030-01-20', true],
    ['2030-01-21', false],
  ])('sells from the first to the last day: %s %s', (day, isSold) => {
    expect(on(day).item(idOf('d', 3)) !== undefined).toBe(isSold)
  })

  it('finds by a further barcode', () => {
    expect(on('2030-01-15').byBarcode('4712')?.id).toBe(idOf('d', 4))
  })

  it('has the favourites that can be sold first, in their order, and each category its colour', () => {
    const favourites = { name: { en: 'Breakfast', ar: 'الفطور' }, itemIds: [3, 9, 1].map((n) => idOf('d', n)) }
    const shelf = on('2030-01-21', favourites)
    expect(shelf.categories.map(({ name }) => name.en)[0]).toBe('Breakfast')
    expect(shelf.itemsOf(shelf.categories[0]?.id ?? '').map(({ id }) => id)).toEqual([idOf('d', 1)])
    const hues = (of: typeof shelf) => of.categories.slice(-2).map(({ hue }) => hue)
    expect(hues(shelf)).toEqual(hues(on('2030-01-21')))
    expect(hues(shelf)[1]).toBe(30)
    expect(on('2030-01-21', { ...favourites, itemIds: [idOf('d', 3)] }).categories).toHaveLength(2)
  })
})
