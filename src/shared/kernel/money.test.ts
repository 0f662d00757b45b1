import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Minor } from './fields.ts'
import {
  add,
  divideRounded,
  minor,
  negate,
  roundToIncrement,
  subtract,
  sum,
  taxIncludedIn,
  taxOnTopOf,
  timesQty,
} from './money.ts'

const price = fc.integer({ min: -9_999_999, max: 9_999_999 })
const rate = fc.oneof(fc.constantFrom(0, 50_000, 150_000, 1_000_000), fc.integer({ min: 0, max: 1_000_000 }))
const max = Number.MAX_SAFE_INTEGER

/** Rounding as taught at school: look at what is left over, and go away from zero from a half on. */
function schoolRounding(numerator: bigint, denominator: bigint): bigint {
  const towardsZero = numerator / denominator
  const left = numerator % denominator
  const twice = 2n * (left < 0n ? -left : left)
  return twice >= denominator ? towardsZero + (numerator < 0n ? -1n : 1n) : towardsZero
}

describe('minor', () => {
  it.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, max + 1, -max - 1, 2n ** 53n, 2n ** 80n, -(2n ** 53n)])(
    'refuses %s',
    (value) => {
      expect(() => minor(value)).toThrow(RangeError)
    },
  )

  it('takes every safe whole number, and knows only one zero', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (n) => minor(n) === n && minor(BigInt(n)) === n))
    expect(minor(max)).toBe(max)
    expect(minor(BigInt(-max))).toBe(-max)
    expect(Object.is(minor(-0), 0)).toBe(true)
    expect(Object.is(negate(0), 0)).toBe(true)
  })

  it('agrees with the contract about what an amount is', () => {
    for (const value of [0, -5, max]) expect(Minor.safeParse(value).success).toBe(true)
    for (const value of [0.5, max + 1, '5', Number.NaN, null]) expect(Minor.safeParse(value).success).toBe(false)
  })
})

describe('sum, add, subtract', () => {
  it('passes through values beyond the safe range on the way, as long as the end is safe', () => {
    expect(sum([max, max, -max])).toBe(max)
    expect(sum([])).toBe(0)
  })

  it('throws instead of losing a unit', () => {
    expect(() => sum([max, 1])).toThrow(RangeError)
    expect(() => add(max, 1)).toThrow(RangeError)
    expect(() => subtract(-max, 1)).toThrow(RangeError)
    expect(() => add(0.1, 0.2)).toThrow(RangeError)
  })

  it('does not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(price), fc.array(price), (a, b) => {
        expect(sum([...a, ...b])).toBe(add(sum(b.toReversed()), sum(a)))
        expect(subtract(sum(a), sum(b))).toBe(sum([...a, ...b.map(negate)]))
      }),
    )
  })
})

describe('divideRounded', () => {
  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [1n, 2n, 1n],
    [-1n, 2n, -1n],
    [1n, 3n, 0n],
    [2n, 3n, 1n],
    [-2n, 3n, -1n],
    [7n, 7n, 1n],
    [0n, 9n, 0n],
    [15n, 10n, 2n],
    [25n, 10n, 3n],
  ])('%s / %s is %s', (numerator, denominator, expected) => {
    expect(divideRounded(numerator, denominator)).toBe(expected)
  })

  it('rounds half away from zero like school arithmetic, at any size', () => {
    const denominator = fc.oneof(fc.bigInt(1n, 12n), fc.constantFrom(1_000n, 1_050_000n), fc.bigInt(1n, 2n ** 70n))
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 90n), 2n ** 90n), denominator, (n, d) => {
        expect(divideRounded(n, d)).toBe(schoolRounding(n, d))
        expect(divideRounded(-n, d)).toBe(-divideRounded(n, d))
      }),
      { numRuns: 2_000 },
    )
  })

  it('finds every exact half', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.bigInt(1n, 10n ** 9n), (whole, half) => {
        expect(divideRounded(whole * 2n * half + half, 2n * half)).toBe(whole + 1n)
        expect(divideRounded(-(whole * 2n * half + half), 2n * half)).toBe(-whole - 1n)
      }),
    )
  })

  it.each([0n, -1n])('refuses the denominator %s', (denominator) => {
    expect(() => divideRounded(1n, denominator)).toThrow(RangeError)
  })
})

describe('timesQty', () => {
  it.each([
    [1_250, 1_000, 1_250],
    [1_250, 333, 416],
    [1_001, 500, 501],
    [-1_001, 500, -501],
    [1, 499, 0],
    [1, 500, 1],
    [9_999_999, 999_000, 9_989_999_001],
  ])('%i × %i thousandths is %i', (unitPrice, qtyMilli, expected) => {
    expect(timesQty(unitPrice, qtyMilli)).toBe(expected)
  })

  it('is exact where doubles are not', () => {
    // 8.7 × 1.15 in doubles is 10.004999…, which rounds to 10.00; the true product 10.005 rounds to 10.01.
    expect(Math.round(8.7 * 1.15 * 100)).toBe(1000)
    expect(timesQty(870, 1_150)).toBe(1001)
  })

  it('equals whole pieces times the price', () => {
    fc.assert(fc.property(price, fc.integer({ min: 0, max: 999 }), (p, n) => timesQty(p, n * 1000) === minor(p * n)))
  })

  it('throws when the product is no longer safe', () => {
    expect(() => timesQty(max, 1_001)).toThrow(RangeError)
  })
})

describe('tax', () => {
  it.each([
    [1_150, 150_000, 150],
    [105, 50_000, 5],
    [100, 50_000, 5],
    [10, 50_000, 0],
    [11, 50_000, 1],
    [-1_150, 150_000, -150],
    [3, 1_000_000, 2],
    [999, 0, 0],
  ])('in a gross of %i at %i ppm is %i', (gross, ratePpm, tax) => {
    expect(taxIncludedIn(gross, ratePpm)).toBe(tax)
  })

  it.each([
    [1_000, 150_000, 150],
    [10, 50_000, 1],
    [9, 50_000, 0],
    [-10, 50_000, -1],
    [999, 0, 0],
  ])('on top of %i at %i ppm is %i', (net, ratePpm, tax) => {
    expect(taxOnTopOf(net, ratePpm)).toBe(tax)
  })

  it('is the exact fraction rounded once, for every amount and rate', () => {
    fc.assert(
      fc.property(price, rate, (amount, ppm) => {
        const product = BigInt(amount) * BigInt(ppm)
        expect(BigInt(taxIncludedIn(amount, ppm))).toBe(schoolRounding(product, 1_000_000n + BigInt(ppm)))
        expect(BigInt(taxOnTopOf(amount, ppm))).toBe(schoolRounding(product, 1_000_000n))
      }),
      { numRuns: 2_000 },
    )
  })

  it('never exceeds the amount it is contained in, and comes back from net to gross', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), rate, (gross, ppm) => {
        const tax = taxIncludedIn(gross, ppm)
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(gross)
        expect(Math.abs(taxOnTopOf(gross - tax, ppm) - tax)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('roundToIncrement', () => {
  it.each([
    [12, 5, 10],
    [13, 5, 15],
    [25, 50, 50],
    [24, 50, 0],
    [-25, 50, -50],
    [-12, 5, -10],
    [7, 1, 7],
  ])('%i to the next %i is %i', (amount, increment, expected) => {
    expect(roundToIncrement(amount, increment)).toBe(expected)
  })

  it('ends on a multiple, at most half an increment away, and stays there', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 1_000 }), (amount, increment) => {
        const rounded = roundToIncrement(amount, increment)
        expect(Math.abs(rounded % increment)).toBe(0)
        expect(2 * Math.abs(rounded - amount)).toBeLessThanOrEqual(increment)
        expect(roundToIncrement(rounded, increment)).toBe(rounded)
      }),
    )
  })

  it('refuses a coin of nothing', () => {
    expect(() => roundToIncrement(5, 0)).toThrow(RangeError)
  })
})
