import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type FaceBand, type FaceMode, judge, mayBeSearched, startBands } from './face-bands.rules.ts'
import type { FaceMatch } from './face-match.rules.ts'

const near = (distance: number, secondDistance = Number.POSITIVE_INFINITY): FaceMatch => ({
  person: 'a',
  distance,
  second: secondDistance === Number.POSITIVE_INFINITY ? null : 'b',
  secondDistance,
})

it.each<[FaceMode, number, number, string]>([
  ['one', 0.45, Infinity, 'accepted'],
  ['one', 0.451, Infinity, 'unsure'],
  ['one', 0.521, Infinity, 'refused'],
  ['few', 0.4, 0.5, 'accepted'],
  ['few', 0.3, 0.37, 'unsure'],
  ['few', 0.461, Infinity, 'refused'],
  ['school', 0.36, 0.47, 'accepted'],
  ['school', 0.36, 0.45, 'unsure'],
  ['school', 0.421, Infinity, 'refused'],
  ['group', 0.42, 0.51, 'accepted'],
  ['group', 0.42, 0.49, 'unsure'],
  ['group', 0.501, Infinity, 'refused'],
])('%s: %s with the next at %s is %s', (mode, distance, second, outcome) => {
  expect(judge(startBands[mode], near(distance, second))).toBe(outcome)
})

const bands = fc
  .tuple(fc.double({ min: 0.2, max: 0.6, noNaN: true }), fc.double({ min: 0, max: 0.2, noNaN: true }))
  .chain(([accept, wider]) =>
    fc
      .double({ min: 0, max: 0.2, noNaN: true })
      .map((margin): FaceBand => ({ accept, ask: accept + wider, margin, mostPeople: 100 })),
  )
const distance = fc.double({ min: 0, max: 1.5, noNaN: true })
const rank = { refused: 0, unsure: 1, accepted: 2 }

describe('by any band', () => {
  it('nobody and no number are refused', () => {
    fc.assert(
      fc.property(bands, (band) => {
        expect(judge(band, { ...near(0), person: null })).toBe('refused')
        expect(judge(band, near(Number.NaN))).toBe('refused')
        expect(judge(band, near(Number.POSITIVE_INFINITY))).toBe('refused')
      }),
    )
  })

  it('nearer is never worse, and a nearer second is never better', () => {
    fc.assert(
      fc.property(bands, distance, distance, distance, (band, a, b, gap) => {
        const [close, far] = [Math.min(a, b), Math.max(a, b)]
        const second = far + gap
        expect(rank[judge(band, near(close, second))]).toBeGreaterThanOrEqual(rank[judge(band, near(far, second))])
        expect(rank[judge(band, near(close, far))]).toBeLessThanOrEqual(rank[judge(band, near(close, second))])
      }),
    )
  })

  it('two people nearer to each other than the margin are never told apart', () => {
    fc.assert(
      fc.property(bands, distance, fc.double({ min: 0, max: 0.999, noNaN: true }), (band, first, part) => {
        fc.pre(band.margin > 0.001)
        expect(judge(band, near(first, first + band.margin * part * 0.99))).not.toBe('accepted')
      }),
    )
  })
})

it('a list is searched up to its length', () => {
  expect([0, 1, 200, 201].map((people) => mayBeSearched(startBands.few, people))).toEqual([false, true, true, false])
})
