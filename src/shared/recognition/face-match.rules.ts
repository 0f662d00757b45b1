import { templateLength } from './face-template.rules.ts'

/** Templates side by side in one block of memory: a list of objects is fifty times slower to search. */
export interface FaceGallery {
  readonly people: readonly string[]
  /** Whose template stands at each place, as an index into `people`. */
  readonly owner: Int32Array
  /** One after the other, 128 numbers each. */
  readonly templates: Float32Array
}

export interface FaceMatch {
  readonly person: string | null
  readonly distance: number
  /** The nearest other person, whose distance says how sure the first one is. */
  readonly second: string | null
  readonly secondDistance: number
}

/** A person listed twice is one person; a person without templates stays in the list and is never found. */
export function buildGallery(
  entries: readonly { personId: string; templates: readonly Float32Array[] }[],
): FaceGallery {
  const people = [...new Set(entries.map(({ personId }) => personId))]
  const indexOf = new Map(people.map((person, index) => [person, index]))
  const count = entries.reduce((sum, { templates }) => sum + templates.length, 0)
  const owner = new Int32Array(count)
  const templates = new Float32Array(count * templateLength)
  let at = 0
  for (const entry of entries) {
    for (const template of entry.templates) {
      if (template.length !== templateLength) throw new RangeError(`A template has ${templateLength} numbers.`)
      owner[at] = indexOf.get(entry.personId) ?? 0
      templates.set(template, at * templateLength)
      at += 1
    }
  }
  return { people, owner, templates }
}

/** A row is left as soon as it is farther than what it would have to beat; looked at this often. */
const stride = 32

/** The square of the distance, or anything from `limit` on when it is not below. NaN in the probe is never below. */
function squareBelow(templates: Float32Array, from: number, probe: Float32Array, limit: number): number {
  let square = 0
  for (let start = 0; start < templateLength; start += stride) {
    // Four sums that do not wait for each other.
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let at = start; at < start + stride; at += 4) {
      const p = (templates[from + at] ?? 0) - (probe[at] ?? 0)
      const q = (templates[from + at + 1] ?? 0) - (probe[at + 1] ?? 0)
      const r = (templates[from + at + 2] ?? 0) - (probe[at + 2] ?? 0)
      const s = (templates[from + at + 3] ?? 0) - (probe[at + 3] ?? 0)
      a += p * p
      b += q * q
      c += r * r
      d += s * s
    }
    square += a + b + (c + d)
    if (square >= limit) return square
  }
  return square
}

/**
 * The nearest person and the nearest other person; of several templates of one person the nearest counts. With `among`
 * only these people are looked at. Of two at the same distance the one listed first is named, and the other is second.
 */
export function matchFace(gallery: FaceGallery, probe: Float32Array, among?: ReadonlySet<string>): FaceMatch {
  if (probe.length !== templateLength) return nobody
  const { people, owner, templates } = gallery
  const isLookedAt = among && people.map((person) => among.has(person))
  let best = -1
  let bestSquare = Number.POSITIVE_INFINITY
  let second = -1
  let secondSquare = Number.POSITIVE_INFINITY
  for (let row = 0; row < owner.length; row += 1) {
    const person = owner[row] ?? 0
    if (isLookedAt && !isLookedAt[person]) continue
    // Of the best person only a nearer template is news; of anybody else also one that would be second.
    const limit = person === best ? bestSquare : secondSquare
    const square = squareBelow(templates, row * templateLength, probe, limit)
    if (!(square < limit)) continue
    if (person === best) bestSquare = square
    else if (square < bestSquare) {
      second = best
      secondSquare = bestSquare
      best = person
      bestSquare = square
    } else {
      second = person
      secondSquare = square
    }
  }
  return {
    person: people[best] ?? null,
    distance: Math.sqrt(bestSquare),
    second: people[second] ?? null,
    secondDistance: Math.sqrt(secondSquare),
  }
}

const nobody: FaceMatch = {
  person: null,
  distance: Number.POSITIVE_INFINITY,
  second: null,
  secondDistance: Number.POSITIVE_INFINITY,
}
