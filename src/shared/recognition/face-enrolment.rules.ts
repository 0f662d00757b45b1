import type { FaceGallery } from './face-match.rules.ts'
import { templateDistance, templateLength } from './face-template.rules.ts'

/** How many samples are kept of one person. */
export const minSamples = 3
export const maxSamples = 5

/** Samples all nearer than this are one frozen frame or a picture; two farther apart than the other are two people. */
export const frozenBelow = 0.05
const mixedAbove = 0.45

export type SamplesFault = 'count' | 'frozen' | 'mixed'

/** Whether samples taken one after the other can be one living person; null when they can. */
export function samplesFault(samples: readonly Float32Array[]): SamplesFault | null {
  if (samples.length < minSamples || samples.length > maxSamples) return 'count'
  const distances = samples.flatMap((one, at) => samples.slice(at + 1).map((other) => templateDistance(one, other)))
  if (!distances.every((distance) => distance <= mixedAbove)) return 'mixed'
  return distances.every((distance) => distance < frozenBelow) ? 'frozen' : null
}

/** Portraits from a folder: even one will do, and they may be of one sitting; two different people never. */
export const portraitsFault = (samples: readonly Float32Array[]): 'mixed' | null =>
  samples.every((one, at) => samples.slice(at + 1).every((other) => templateDistance(one, other) <= mixedAbove))
    ? null
    : 'mixed'

/** `same`: perhaps the same person under two names. `alike`: perhaps a sibling; such two are only confirmed one to one. */
export interface Lookalike {
  readonly personId: string
  readonly likeness: 'same' | 'alike'
}

export const sameBelow = 0.45
const alikeBelow = 0.5

/** Everybody else in the gallery whom these samples could be taken for; the nearest first, and no distance told. */
export function lookalikesOf(gallery: FaceGallery, samples: readonly Float32Array[], personId: string): Lookalike[] {
  const nearest = new Map<string, number>()
  gallery.owner.forEach((owner, row) => {
    const other = gallery.people[owner]
    if (other === undefined || other === personId) return
    const template = gallery.templates.subarray(row * templateLength, (row + 1) * templateLength)
    const distance = Math.min(...samples.map((sample) => templateDistance(sample, template)))
    nearest.set(other, Math.min(distance, nearest.get(other) ?? Number.POSITIVE_INFINITY))
  })
  return [...nearest]
    .filter(([, distance]) => distance < alikeBelow)
    .toSorted(([, one], [, other]) => one - other)
    .map(([other, distance]) => ({ personId: other, likeness: distance < sameBelow ? 'same' : 'alike' }))
}
