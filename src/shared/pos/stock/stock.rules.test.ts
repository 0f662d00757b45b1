import { describe, expect, it } from 'vitest'
import { type Batch, batchesLeft, batchState, halfLifeOf, lastDayOf, stockAfter } from './stock.rules.ts'

const batch = (
  entryId: string,
  qtyMilli: number,
  expiresOn: string | null,
  producedOn: string | null = null,
): Batch => ({
  entryId,
  qtyMilli,
  expiresOn,
  producedOn,
})

describe('stock', () => {
  it('is what there was, received and brought back, less what was sold and wasted; also below zero', () => {
    expect(stockAfter(5000, { received: 3000, back: 1000, wasted: 2000, sold: 4000 })).toBe(3000)
    expect(stockAfter(0, { received: 0, back: 0, wasted: 0, sold: 1500 })).toBe(-1500)
  })

  it('leaves of its batches what falls due last', () => {
    const batches = [batch('b', 5000, '2030-03-20'), batch('a', 4000, '2030-03-10'), batch('c', 2000, null)]
    const left = (stock: number) => batchesLeft(stock, batches).map(({ entryId, leftMilli }) => [entryId, leftMilli])
    expect(left(11_000)).toEqual([
      ['c', 2000],
      ['a', 4000],
      ['b', 5000],
    ])
    expect(left(8000)).toEqual([
      ['a', 3000],
      ['b', 5000],
    ])
    expect(left(3000)).toEqual([['b', 3000]])
    expect(left(-1000)).toEqual([])
  })
})

describe('the shelf life of a batch', () => {
  it('POS-97: is half over in the middle between its production and its last day', () => {
    expect(halfLifeOf(batch('a', 1, '2030-03-21', '2030-03-01'))).toBe('2030-03-11')
    expect(halfLifeOf(batch('a', 1, '2030-03-21'))).toBeNull()
    expect(lastDayOf(batch('a', 1, '2030-03-21', '2030-03-01'))).toBe('2030-03-11')
    expect(lastDayOf(batch('a', 1, '2030-03-21'))).toBe('2030-03-21')
  })

  it('POS-97: is named the day before it matters, and from the day after', () => {
    const both = batch('a', 1, '2030-03-21', '2030-03-01')
    const days = ['09', '10', '11', '12', '21', '22'].map((day) => batchState(both, `2030-03-${day}`))
    expect(days).toEqual([undefined, 'soon', 'soon', 'half-life', 'half-life', 'expired'])
    expect(batchState(batch('a', 1, '2030-03-21'), '2030-03-19')).toBeUndefined()
    expect(batchState(batch('a', 1, null), '2030-03-19')).toBeUndefined()
  })
})
