import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spread, sum } from './money.ts'

const total = fc.oneof(
  fc.integer({ min: -20, max: 20 }),
  fc.integer({ min: -9_999_999, max: 9_999_999 }),
  fc.maxSafeInteger(),
)
const weight = fc.oneof(
  fc.constantFrom(0, 1, 2, 500, 500),
  fc.integer({ min: 0, max: 9_999_999 }),
  fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
)
const weights = fc.array(weight, { minLength: 1, maxLength: 30 })
const someWeight = weights.filter((w) => w.some((x) => x > 0))

/** Hands the units out one by one, each to the part that misses most of its exact share; the first of equals. */
function handOut(amount: number, parts: readonly number[]): number[] {
  const all = parts.reduce((n, w) => n + BigInt(w), 0n)
  const magnitude = BigInt(Math.abs(amount))
  const given = parts.map((w) => (magnitude * BigInt(w)) / all)
  for (let left = magnitude - given.reduce((a, b) => a + b, 0n); left > 0n; left -= 1n) {
    const missing = parts.map((w, i) => magnitude * BigInt(w) - (given[i] ?? 0n) * all)
    const most = missing.reduce((best, m, i) => (m > (missing[best] ?? 0n) ? i : best), 0)
    given[most] = (given[most] ?? 0n) + 1n
  }
  return given.map((g) => (amount < 0 ? 0 - Number(g) : Number(g)))
}

describe('spread', () => {
  it.each([
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [-1, [5, 5], [-1, 0]],
    [1, [1, 2, 2], [0, 1, 0]],
    [10, [0, 3, 0], [0, 10, 0]],
    [2, [0, 1, 1, 1], [0, 1, 1, 0]],
    [7, [0, 0], [7, 0]],
    [0, [1, 2], [0, 0]],
    [5, [9], [5]],
    [3, [1, 3, 2], [1, 1, 1]],
  ])('%i over %j is %j', (amount, parts, expected) => {
    expect(spread(amount, parts)).toEqual(expected)
  })

  it('adds up exactly, for any total and any weights', () => {
    fc.assert(
      fc.property(total, weights, (amount, parts) => {
        const shares = spread(amount, parts)
        expect(shares).toHaveLength(parts.length)
        expect(sum(shares)).toBe(amount === 0 ? 0 : amount)
      }),
      { numRuns: 1_000 },
    )
  })

  it('stays within one unit of the exact share, and gives nothing where nothing weighs', () => {
    fc.assert(
      fc.property(total, someWeight, (amount, parts) => {
        const all = parts.reduce((n, w) => n + BigInt(w), 0n)
        spread(amount, parts).forEach((share, i) => {
          const off = BigInt(share) * all - BigInt(amount) * BigInt(parts[i] ?? 0)
          expect((off < 0n ? -off : off) < all, `part ${i}`).toBe(true)
          if (parts[i] === 0) expect(share).toBe(0)
        })
      }),
      { numRuns: 1_000 },
    )
  })

  it('equals handing out unit by unit, ties to the lowest index', () => {
    fc.assert(
      fc.property(total, someWeight, (amount, parts) => {
        expect(spread(amount, parts)).toEqual(handOut(amount, parts))
      }),
      { numRuns: 1_000 },
    )
  })

  it('gives equal weights equal shares but for one unit, the larger ones first', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1 }), (amount, count, each) => {
        const shares = spread(
          amount,
          Array.from({ length: count }, () => each),
        )
        expect(shares).toEqual(shares.toSorted((a, b) => b - a))
        expect((shares[0] ?? 0) - (shares.at(-1) ?? 0)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('mirrors at zero and does not change its weights', () => {
    fc.assert(
      fc.property(total, weights, (amount, parts) => {
        const before = [...parts]
        expect(spread(-amount, parts)).toEqual(spread(amount, parts).map((s) => 0 - s))
        expect(parts).toEqual(before)
      }),
    )
  })

  it('settles ties by place, not by weight', () => {
    // 10 over 7, 7, 1: the remainders are 10, 10, 10 fifteenths; the two left units go to the first two, always.
    expect(spread(10, [7, 7, 1])).toEqual([5, 5, 0])
    expect(spread(10, [1, 7, 7])).toEqual([1, 5, 4])
  })

  it('never takes more from a part than it has', () => {
    fc.assert(
      fc.property(someWeight, fc.double({ min: 0, max: 1, noNaN: true }), (parts, portion) => {
        const all = parts.reduce((n, w) => n + BigInt(w), 0n)
        const amount = Math.min(Number.MAX_SAFE_INTEGER, Math.floor(Number(all) * portion))
        fc.pre(BigInt(amount) <= all)
        spread(amount, parts).forEach((share, i) => expect(share).toBeLessThanOrEqual(parts[i] ?? 0))
      }),
    )
  })

  it('refuses what it cannot share fairly', () => {
    expect(() => spread(5, [1, -1, 3])).toThrow(RangeError)
    expect(() => spread(5, [0.5, 0.5])).toThrow(RangeError)
    expect(() => spread(2.5, [1])).toThrow(RangeError)
  })

  it('refuses to let an amount vanish over no parts at all', () => {
    expect(() => spread(5, [])).toThrow(RangeError)
    expect(spread(0, [])).toEqual([])
  })
})
