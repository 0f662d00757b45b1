import { FaceMatcher, LabeledFaceDescriptors } from 'face-api.js'
import { buildGallery, matchFace } from '#shared/recognition/face-match.rules.ts'
import { templateLength } from '#shared/recognition/face-template.rules.ts'

/** Numbers that are the same in every run. */
export function evenNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 0x100000000 - 0.5
  }
}

/** A template as far from others as those of different people are. */
export function inventedTemplate(next: () => number): Float32Array {
  const raw = Float32Array.from({ length: templateLength }, () => next() + next() + next())
  const norm = Math.hypot(...raw)
  // Different people are 0.73 apart: most of a descriptor is what all faces share.
  return raw.map((value, at) => (value / norm) * 0.52 + (at === 0 ? 1.35 : 0))
}

export interface MatchTimes {
  /** Milliseconds a query, of as many blocks. */
  ours: number[]
  matcher: number[]
  /** Queries that were answered with the right person by both. */
  right: boolean
}

/** The same queries by our search and by the library's, block by block. */
export function timeMatching(templates: number, blocks: number): MatchTimes {
  const next = evenNumbers(templates)
  const people = Array.from({ length: templates }, (_, at) => ({
    personId: String(at),
    templates: [inventedTemplate(next)],
  }))
  const gallery = buildGallery(people)
  const library = new FaceMatcher(
    people.map((person) => new LabeledFaceDescriptors(person.personId, person.templates)),
    0.6,
  )
  const queries = Array.from({ length: 20 }, (_, at) => {
    const person = people[Math.floor((at / 20) * templates)]
    return { id: person?.personId, probe: (person?.templates[0] ?? new Float32Array()).map((v) => v + next() * 0.05) }
  })
  const right = queries.every(
    ({ id, probe }) => matchFace(gallery, probe).person === id && library.findBestMatch(probe).label === id,
  )
  const timeOf = (count: number, find: (probe: Float32Array) => unknown) => {
    const startMs = performance.now()
    for (const { probe } of queries.slice(0, count)) find(probe)
    return (performance.now() - startMs) / count
  }
  const ours: number[] = []
  const matcher: number[] = []
  for (let block = 0; block < blocks; block += 1) {
    ours.push(timeOf(20, (probe) => matchFace(gallery, probe)))
    matcher.push(timeOf(templates > 20_000 ? 2 : 5, (probe) => library.findBestMatch(probe)))
  }
  return { ours, matcher, right }
}
