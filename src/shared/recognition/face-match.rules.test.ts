import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildGallery, type FaceMatch, matchFace } from './face-match.rules.ts'
import { templateDistance, templateLength } from './face-template.rules.ts'

interface Entry {
  personId: string
  templates: Float32Array[]
}

/** Even numbers from one seed: thousands of templates that fast-check need not shrink one value at a time. */
function numbersFrom(seed: number): () => number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 0x100000000 - 0.5
  }
}
const templateBy = (next: () => number) => Float32Array.from({ length: templateLength }, () => next() * 0.44)

const galleries = fc
  .record({ seed: fc.integer(), counts: fc.array(fc.nat({ max: 5 }), { maxLength: 40 }), near: fc.nat() })
  .map(({ seed, counts, near }) => {
    const next = numbersFrom(seed)
    const entries: Entry[] = counts.map((count, at) => ({
      personId: `p${at}`,
      templates: Array.from({ length: count }, () => templateBy(next)),
    }))
    // A probe near somebody as often as near nobody, so that leaving rows early is put to the test.
    const all = entries.flatMap((entry) => entry.templates)
    const base = near % 2 === 0 ? all[near % Math.max(1, all.length)] : undefined
    const probe = base ? base.map((value) => value + next() * 0.03) : templateBy(next)
    return { entries, probe }
  })

/** The rule read plainly: the nearest template of each person, the two nearest persons. */
function naively(entries: readonly Entry[], probe: Float32Array, among?: ReadonlySet<string>): FaceMatch {
  const people = entries
    .filter(({ personId, templates }) => templates.length > 0 && (among?.has(personId) ?? true))
    .map(({ personId, templates }) => ({
      personId,
      distance: Math.min(...templates.map((template) => templateDistance(template, probe))),
    }))
    .toSorted((one, other) => one.distance - other.distance)
  const [first, second] = people
  return {
    person: first?.personId ?? null,
    distance: first?.distance ?? Number.POSITIVE_INFINITY,
    second: second?.personId ?? null,
    secondDistance: second?.distance ?? Number.POSITIVE_INFINITY,
  }
}

function expectSame(found: FaceMatch, plain: FaceMatch): void {
  expect([found.person, found.second]).toEqual([plain.person, plain.second])
  const ends: [number, number][] = [
    [found.distance, plain.distance],
    [found.secondDistance, plain.secondDistance],
  ]
  for (const [one, other] of ends) {
    if (Number.isFinite(other)) expect(one).toBeCloseTo(other, 6)
    else expect(one).toBe(other)
  }
}

describe('the two nearest people', () => {
  it('are those that a plain search finds', () => {
    fc.assert(
      fc.property(galleries, ({ entries, probe }) => {
        expectSame(matchFace(buildGallery(entries), probe), naively(entries, probe))
      }),
      { numRuns: 500 },
    )
  })

  it('are found among some people as if the others were not there', () => {
    fc.assert(
      fc.property(galleries, fc.array(fc.nat({ max: 50 })), ({ entries, probe }, chosen) => {
        const among = new Set(chosen.map((at) => `p${at}`))
        expectSame(matchFace(buildGallery(entries), probe, among), naively(entries, probe, among))
      }),
      { numRuns: 500 },
    )
  })

  it('are two people, however many templates one of them has', () => {
    fc.assert(
      fc.property(galleries, ({ entries, probe }) => {
        const { person, second } = matchFace(buildGallery(entries), probe)
        expect(second === null || second !== person).toBe(true)
      }),
    )
  })
})

const next = numbersFrom(7)
const [one, other] = [templateBy(next), templateBy(next)] as const

describe('at the edges', () => {
  it('an empty gallery knows nobody', () => {
    const none = { person: null, distance: Infinity, second: null, secondDistance: Infinity }
    expect(matchFace(buildGallery([]), one)).toEqual(none)
    expect(matchFace(buildGallery([{ personId: 'a', templates: [] }]), one)).toEqual(none)
    expect(matchFace(buildGallery([{ personId: 'a', templates: [one] }]), one, new Set())).toEqual(none)
  })

  it('one person alone has nobody behind them', () => {
    const gallery = buildGallery([{ personId: 'a', templates: [other, one, other] }])
    expect(matchFace(gallery, one)).toEqual({ person: 'a', distance: 0, second: null, secondDistance: Infinity })
  })

  it('of two as near as each other the first is named and the other is no farther', () => {
    const gallery = buildGallery([
      { personId: 'a', templates: [one] },
      { personId: 'b', templates: [one] },
    ])
    const match = matchFace(gallery, other)
    expect([match.person, match.second]).toEqual(['a', 'b'])
    expect(match.secondDistance).toBe(match.distance)
  })

  it('somebody listed twice is one person', () => {
    const gallery = buildGallery([
      { personId: 'a', templates: [one] },
      { personId: 'a', templates: [other] },
    ])
    expect(gallery.people).toEqual(['a'])
    expect(matchFace(gallery, other)).toMatchObject({ person: 'a', distance: 0, second: null })
  })

  it('a probe that is none finds nobody', () => {
    const gallery = buildGallery([{ personId: 'a', templates: [one] }])
    expect(matchFace(gallery, new Float32Array(128).fill(Number.NaN)).person).toBeNull()
    expect(matchFace(gallery, new Float32Array(127)).person).toBeNull()
  })

  it('a template of another length is not taken in', () => {
    expect(() => buildGallery([{ personId: 'a', templates: [new Float32Array(64)] }])).toThrow('128')
  })
})
