import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Item } from '#shared/pos/catalogue.contract.ts'
import { atOnce, forYou, isOfToday, pageOf, shelfPage } from './shelf.rules.ts'

const item = (id: string, more: Partial<Item> = {}) => ({ id, categoryId: 'c', ...more }) as Item

describe('what a pupil finds first', () => {
  const all = ['a', 'b', 'c', 'd'].map((id) => item(id))
  const today = item('today', { availableFrom: '2030-01-21', availableUntil: '2030-01-21' })
  const shelves: Record<string, Item[]> = {
    '*': [all[2] as Item],
    one: [all[0] as Item, all[1] as Item],
    two: [all[3] as Item, today],
  }
  const catalogue = {
    categories: Object.keys(shelves).map((id) => ({ id, name: { en: id, ar: id }, sort: 0, active: true })),
    items: [...all, today],
    itemsOf: (id: string) => shelves[id] ?? [],
    item: (id: string) => [...all, today].find((each) => each.id === id),
  }
  it('is the menu of today, the favourites, what they had, then each category in turns', () => {
    expect(forYou(catalogue, ['b']).map(({ id }) => id)).toEqual(['today', 'c', 'b', 'a', 'd'])
  })
  it('knows a menu by its few days', () => {
    expect(isOfToday({ availableFrom: '2030-01-21', availableUntil: '2030-01-27' })).toBe(true)
    expect(isOfToday({ availableFrom: '2030-01-21', availableUntil: '2030-01-28' })).toBe(false)
    expect(isOfToday({ availableFrom: '2030-01-21' })).toBe(false)
  })
})

describe('a shelf', () => {
  it('never has more than twelve places, loses nothing over its pages and puts what cannot be had last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.func(fc.boolean()), (count, blocks) => {
        const all = Array.from({ length: count }, (_, n) => item(String(n)))
        const answers = new Map(all.map((each) => [each, blocks(each.id)]))
        const isBlocked = (each: Item) => answers.get(each) ?? false
        const seen: Item[] = []
        for (let page = 0; page < 10; page += 1) {
          const { items, hasMore } = shelfPage(all, isBlocked, { page })
          expect(items.length + (hasMore ? 1 : 0)).toBeLessThanOrEqual(atOnce)
          seen.push(...items)
        }
        expect(new Set(seen)).toEqual(new Set(all))
        const once = [...new Set(seen)]
        expect(once.map(isBlocked).toSorted((a, b) => Number(a) - Number(b))).toEqual(once.map(isBlocked))
        const first = shelfPage(all, isBlocked, { page: 0, isFirstOnly: true })
        expect(first.items.filter(isBlocked).length).toBeLessThanOrEqual(3)
        expect(first.items.length).toBeLessThanOrEqual(atOnce)
      }),
    )
  })
  it('returns to the first page after the last', () => {
    expect(pageOf([1, 2, 3], 2, 2)).toEqual([1, 2])
    expect(pageOf([], 3, 2)).toEqual([])
  })
})
