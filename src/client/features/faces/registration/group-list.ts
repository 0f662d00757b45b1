import { type FaceBand, type FaceOutcome, judge } from '#shared/recognition/face-bands.rules.ts'
import type { SeenFace } from '#shared/recognition/face-look.types.ts'
import type { FaceMatch } from '#shared/recognition/face-match.rules.ts'

/** Faces narrower than this are never guessed: accuracy falls steeply below it. */
const minWidth = 60

/** One face of a group picture and what the list says to it. */
export interface GroupFace {
  box: SeenFace['box']
  outcome: FaceOutcome | 'small'
  /** Whom it is taken for; null for nobody. Corrected by hand it is what the person chose. */
  person: string | null
  /** Whether the next person of the list is clearly farther away; null where nobody is named. */
  isClear: boolean | null
}

/** What the list says to each face; one person once, by their nearest face. */
export function namesOf(
  faces: readonly SeenFace[],
  band: FaceBand,
  match: (probe: Float32Array) => FaceMatch,
): GroupFace[] {
  const read = faces.map(({ box, descriptor }) => {
    if (box.width < minWidth || !descriptor) return { face: unnamed(box, 'small'), distance: Number.POSITIVE_INFINITY }
    const found = match(descriptor)
    const outcome = judge(band, found)
    if (outcome === 'refused') return { face: unnamed(box, 'refused'), distance: Number.POSITIVE_INFINITY }
    const isClear = found.secondDistance - found.distance >= band.margin
    return { face: { box, outcome, person: found.person, isClear }, distance: found.distance }
  })
  return read.map(({ face, distance }) => {
    const isTaken = read.some((other) => other.face.person === face.person && other.distance < distance)
    return face.person !== null && isTaken ? unnamed(face.box, 'refused') : face
  })
}

const unnamed = (box: SeenFace['box'], outcome: 'small' | 'refused'): GroupFace => ({
  box,
  outcome,
  person: null,
  isClear: null,
})

/** Who is on the list, and how that is known. */
export type Present = ReadonlyMap<string, 'face' | 'hand'>

/** The list after a picture: who was suggested comes on it; who is there already stays as it was. */
export function withFaces(present: Present, faces: readonly GroupFace[]): Present {
  const suggested = faces.flatMap(({ outcome, person }) => (outcome === 'accepted' && person !== null ? [person] : []))
  return new Map([...suggested.map((person) => [person, 'face'] as const), ...present])
}

/** Somebody says who a face is: the person it was taken for leaves the list, unless a person has put them on it. */
export function renamed(
  faces: readonly GroupFace[],
  present: Present,
  index: number,
  person: string | null,
): { faces: GroupFace[]; present: Present } {
  const before = faces[index]?.person ?? null
  const next = new Map(present)
  if (before !== null && next.get(before) === 'face') next.delete(before)
  if (person !== null) next.set(person, 'hand')
  const changed = faces.map((face, at) =>
    at === index
      ? { ...face, person, outcome: person === null ? ('refused' as const) : ('accepted' as const), isClear: null }
      : face.person !== null && face.person === person
        ? unnamed(face.box, 'refused')
        : face,
  )
  return { faces: changed, present: next }
}

/** A tick by hand. */
export function ticked(present: Present, person: string): Present {
  const next = new Map(present)
  if (!next.delete(person)) next.set(person, 'hand')
  return next
}
