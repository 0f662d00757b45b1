import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { falseMatchProbability, falseMatchRate } from './face-plain-words.rules.ts'

/** The table is rounded, so this is how exact it is. */
const halfOfLastDigit = (percent: number): number => 0.501 * 10 ** -(String(percent).split('.')[1]?.length ?? 0)

describe('the figures that were worked out for lists of pupils', () => {
  // Distance, its rate, and the chance in per cent for 1, 30, 200, 1,000, 5,000 and 20,000 people.
  it.each<[number, number, (number | undefined)[]]>([
    [0.6, 7e-2, [7, 89, 100, undefined, undefined, undefined]],
    [0.5, 5e-3, [0.5, 14, 62, 99, undefined, undefined]],
    [0.45, 8e-4, [0.08, 2.5, 15, 56, 98, undefined]],
    [0.4, 1e-4, [0.01, 0.3, 2.1, 9.9, 41, 88]],
    [0.38, 4e-5, [undefined, 0.1, 0.8, 4.1, 19, 57]],
    [0.35, 1e-5, [undefined, 0.03, 0.2, 1, 4.8, 18]],
  ])('at %s', (distance, rate, chances) => {
    const own = falseMatchRate(distance)
    expect(Math.abs(own / rate - 1)).toBeLessThan(0.06)
    const people = [1, 30, 200, 1000, 5000, 20_000]
    chances.forEach((percent, at) => {
      if (percent === undefined) return
      const found = falseMatchProbability(own, people[at] ?? 0) * 100
      expect(Math.abs(found - percent)).toBeLessThanOrEqual(halfOfLastDigit(percent))
    })
  })

  it('and the published ones at one in a thousand', () => {
    expect(falseMatchProbability(1e-3, 200)).toBeCloseTo(0.18, 2)
    expect(falseMatchProbability(1e-3, 2000)).toBeCloseTo(0.86, 2)
  })
})

describe('the chance', () => {
  it('is one rate for one person, none for nobody, and certain where every stranger matches', () => {
    expect(falseMatchProbability(0.25, 1)).toBeCloseTo(0.25, 12)
    expect(falseMatchProbability(0.25, 0)).toBeCloseTo(0, 12)
    expect(falseMatchProbability(1, 3)).toBe(1)
    expect(falseMatchProbability(1, 0)).toBe(0)
    // Small rates are not lost in rounding.
    expect(falseMatchProbability(1e-18, 10)).toBeCloseTo(1e-17, 25)
  })

  it('grows with the list and with the distance allowed', () => {
    const distance = fc.double({ min: 0.2, max: 0.6, noNaN: true })
    fc.assert(
      fc.property(distance, distance, fc.nat({ max: 20_000 }), fc.nat({ max: 20_000 }), (a, b, m, n) => {
        const chance = (at: number, people: number) => falseMatchProbability(falseMatchRate(at), people)
        expect(chance(Math.min(a, b), Math.min(m, n))).toBeLessThanOrEqual(chance(Math.max(a, b), Math.max(m, n)))
      }),
    )
  })
})
