import { describe, expect, it } from 'vitest'
import { personKeys } from '#server/features/forms/people/person.service.ts'
import { matchPeople, preparePerson } from '#shared/forms/people/person-match.rules.ts'
import { madePairs } from '#tests/support/records/people-made.ts'
import { handWrittenPairs, type LabelledPair } from '#tests/support/records/people-pairs.ts'

function judge(pairs: readonly LabelledPair[]) {
  const judged = pairs.map((pair) => {
    const one = preparePerson(pair.one)
    const other = preparePerson(pair.other)
    const keys = new Set(personKeys(one))
    return { pair, isHint: matchPeople(one, other).isHint, isFound: personKeys(other).some((key) => keys.has(key)) }
  })
  const same = judged.filter(({ pair }) => pair.isOne)
  const hints = judged.filter(({ isHint }) => isHint)
  const right = hints.filter(({ pair }) => pair.isOne)
  return {
    same: same.length,
    different: judged.length - same.length,
    recall: right.length / same.length,
    precision: right.length / hints.length,
    foundByKeys: right.filter(({ isFound }) => isFound).length / right.length,
    wrong: judged.filter(({ pair, isHint }) => isHint !== pair.isOne).map(({ pair }) => pair.about),
  }
}

describe('duplicate hints in two scripts', () => {
  it('judge every pair written by hand as its author did', () => {
    const result = judge(handWrittenPairs)
    expect(result.wrong).toEqual([])
    expect([result.same, result.different]).toEqual([65, 54])
  })

  // Seeds that the rules were not tuned on; the habits of spelling are our guess at what offices do, not a sample of it.
  // Measured: recall 99.0 to 99.6 %, precision 99.2 to 99.8 %, all of them found by their keys.
  it.each([11, 12, 13, 14])(
    'of 500 pairs of one person and 800 of two, seed %i: recall ≥ 97 %, precision ≥ 97 %',
    (seed) => {
      const result = judge(madePairs(500, 800, seed))
      expect([result.same, result.different]).toEqual([500, 800])
      expect(result.recall, result.wrong.join('\n')).toBeGreaterThanOrEqual(0.97)
      expect(result.precision, result.wrong.join('\n')).toBeGreaterThanOrEqual(0.97)
      expect(result.foundByKeys).toBeGreaterThanOrEqual(0.98)
    },
  )

  it('find one person among 50,000 by keys, and compare few', () => {
    const people = madePairs(25_000, 0, 21).flatMap(({ one, other }) => [preparePerson(one), preparePerson(other)])
    const index = new Map<string, number[]>()
    for (const [at, person] of people.entries()) {
      for (const key of personKeys(person)) {
        const same = index.get(key)
        if (same) same.push(at)
        else index.set(key, [at])
      }
    }
    const compared: number[] = []
    for (let at = 0; at < 50_000; at += 250) {
      const asked = people[at]
      if (!asked) continue
      const candidates = new Set(personKeys(asked).flatMap((key) => index.get(key) ?? []))
      compared.push(candidates.size)
    }
    compared.sort((a, b) => a - b)
    // What is compared is counted, not timed: a busy machine takes longer for the same. Measured: 133 candidates each, in 13 ms.
    expect(compared.reduce((sum, each) => sum + each, 0) / compared.length).toBeLessThan(1_000)
    expect(compared[Math.floor(compared.length * 0.95)]).toBeLessThan(2_000)
  })
})
