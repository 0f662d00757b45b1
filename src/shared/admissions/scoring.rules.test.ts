import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareFractions,
  type Fraction,
  faultIn,
  hundredths,
  isTop,
  itemsFor,
  meanOf,
  needsModeration,
  type ScoreAnswers,
  type ScoredItem,
  totalOf,
} from './scoring.rules.ts'

const tops = Array.from({ length: 100 }, (_, no) => no + 1).filter(isTop)
const answered = fc
  .array(
    fc.record({
      top: fc.constantFrom(...tops),
      raw: fc.nat(),
      weight: fc.integer({ min: 1, max: 100 }),
      isGiven: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((rows) => {
    const items: ScoredItem[] = rows.map(({ top, weight }, no) => ({
      code: `i${no}`,
      answer: { kind: 'score', top },
      weight,
      required: false,
      scorers: [],
    }))
    const answers: ScoreAnswers = Object.fromEntries(
      rows.flatMap(({ top, raw, isGiven }, no) => (isGiven ? [[`i${no}`, raw % (top + 1)]] : [])),
    )
    return { items, answers }
  })

/** Slowly, and without ever rounding. */
function exactPercent(items: readonly ScoredItem[], answers: ScoreAnswers): [bigint, bigint] | null {
  let [n, d, weights] = [0n, 1n, 0n]
  for (const { code, answer, weight } of items) {
    const given = answers[code]
    if (typeof given !== 'number' || answer.kind !== 'score') continue
    n = n * BigInt(answer.top) + BigInt(given * weight) * d
    d *= BigInt(answer.top)
    weights += BigInt(weight)
  }
  return weights === 0n ? null : [n * 100n, d * weights]
}

describe('a total', () => {
  it('is exact, whatever the tops and weights, and is what its lines add up to', () => {
    fc.assert(
      fc.property(answered, ({ items, answers }) => {
        const { lines, points, of, percent } = totalOf(items, answers)
        const exact = exactPercent(items, answers)
        expect(percent === null).toBe(exact === null)
        if (percent && exact) expect(BigInt(percent.n) * exact[1]).toBe(exact[0] * BigInt(percent.d))
        for (const each of [points, ...lines.map((line) => line.points)])
          expect(Number.isSafeInteger(each.n) && Number.isSafeInteger(each.d)).toBe(true)
        expect(of).toBe(lines.reduce((sum, { weight }) => sum + weight, 0))
        if (percent) expect(hundredths(percent)).toBeGreaterThanOrEqual(0)
        if (percent) expect(hundredths(percent)).toBeLessThanOrEqual(10_000)
        expect(faultIn(items, answers)).toBeUndefined()
      }),
    )
  })

  it('does not depend on the order of the items', () => {
    fc.assert(
      fc.property(answered, ({ items, answers }) => {
        expect(totalOf(items.toReversed(), answers).percent).toEqual(totalOf(items, answers).percent)
      }),
    )
  })

  it('takes words and yes or no for their points', () => {
    const items: ScoredItem[] = [
      { code: 'a', answer: { kind: 'yes-no' }, weight: 1, required: true, scorers: [] },
      {
        code: 'b',
        answer: {
          kind: 'band',
          bands: [
            { code: 'low', points: 1 },
            { code: 'high', points: 3 },
          ],
        },
        weight: 2,
        required: true,
        scorers: ['head'],
      },
    ]
    const { lines, points, percent } = totalOf(items, { a: true, b: 'low' })
    expect(lines.map(({ raw, of }) => [raw, of])).toEqual([
      [1, 1],
      [1, 3],
    ])
    expect([points, percent]).toEqual([
      { n: 5, d: 3 },
      { n: 500, d: 9 },
    ])
    expect(hundredths({ n: 500, d: 9 })).toBe(5556)
    expect(faultIn(items, { a: true })).toBe('b')
    expect(faultIn(items, { a: 1, b: 'low' })).toBe('a')
    expect(faultIn(items, { a: true, b: 'middle' })).toBe('b')
    expect(faultIn(items, { a: true, b: 'low', c: 3 })).toBe('c')
    expect(itemsFor(items, ['registrar']).map(({ code }) => code)).toEqual(['a'])
  })
})

describe('two scorers', () => {
  const percent = fc
    .record({ d: fc.integer({ min: 1, max: 5000 }), share: fc.nat() })
    .map(({ d, share }): Fraction => ({ n: share % (100 * d + 1), d }))

  it('need somebody else exactly when they are further apart than the gap, no matter who was first', () => {
    fc.assert(
      fc.property(percent, percent, fc.integer({ min: 0, max: 100 }), (a, b, gap) => {
        const [more, less] = compareFractions(a, b) >= 0 ? [a, b] : [b, a]
        // more > less + gap, brought to one denominator.
        const raised = { n: less.n + gap * less.d, d: less.d }
        expect(needsModeration(a, b, gap)).toBe(compareFractions(more, raised) > 0)
        expect(needsModeration(b, a, gap)).toBe(needsModeration(a, b, gap))
        expect(needsModeration(a, a, gap)).toBe(false)
      }),
    )
  })

  it('have a mean between them', () => {
    fc.assert(
      fc.property(percent, percent, (a, b) => {
        const mean = meanOf([a, b]) ?? -1
        expect(mean).toBeGreaterThanOrEqual(Math.min(hundredths(a), hundredths(b)))
        expect(mean).toBeLessThanOrEqual(Math.max(hundredths(a), hundredths(b)))
        expect(meanOf([a])).toBe(hundredths(a))
      }),
    )
    expect(meanOf([])).toBeNull()
  })
})
