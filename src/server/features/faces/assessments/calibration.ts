import type { Tx } from '#server/kernel/db.ts'
import type { FaceCalibration } from '#shared/faces/face-report.contract.ts'
import type { FaceMode } from '#shared/recognition/face-bands.rules.ts'
import { templateDistance } from '#shared/recognition/face-template.rules.ts'
import type { FaceCtx } from '../face-audit.service.ts'
import { openFaces } from '../face-rules.service.ts'
import { wholeGallery } from '../face-templates.ts'

/** Fewer say nothing about a school, and too much about each person. */
const minPeople = 10
/** Pairs of different people grow with the square; this many people give eighty thousand. */
const maxPeople = 400
const step = 0.02
const steps = 75

/**
 * Measures distances between a person's own pictures and between people of the school. Pictures of one sitting are closer than of
 * two.
 */
export async function calibrate(tx: Tx, ctx: FaceCtx): Promise<FaceCalibration> {
  const open = await openFaces(tx, ctx)
  const everybody = open ? await wholeGallery(tx, ctx.schoolId, open.keys, open.rules.rotationEpoch) : []
  const people = everybody.toSorted((a, b) => (a.personId < b.personId ? -1 : 1)).slice(0, maxPeople)
  if (!open || people.length < minPeople) return { people: everybody.length, leastPeople: minPeople, figures: null }
  const genuine = people.flatMap(({ templates }) => pairsWithin(templates))
  const impostor = people.flatMap(({ templates }, at) =>
    people.slice(at + 1).map((other) => nearest(templates, other.templates)),
  )
  const modes = Object.keys(open.rules.bands) as FaceMode[]
  const bands = modes.map((mode) => {
    const { accept } = open.rules.bands[mode]
    const falseAccept = shareOf(impostor, (distance) => distance <= accept)
    return { mode, accept, falseAccept, falseReject: shareOf(genuine, (distance) => distance > accept) }
  })
  const figures = {
    step,
    genuine: histogram(genuine),
    impostor: histogram(impostor),
    genuinePairs: genuine.length,
    impostorPairs: impostor.length,
    bands,
  }
  return { people: everybody.length, leastPeople: minPeople, figures }
}

const pairsWithin = (templates: readonly Float32Array[]): number[] =>
  templates.flatMap((one, at) => templates.slice(at + 1).map((other) => templateDistance(one, other)))

/** Returns the distance of two people as a till sees it: between their nearest pictures. */
const nearest = (ones: readonly Float32Array[], others: readonly Float32Array[]): number =>
  Math.min(...ones.flatMap((one) => others.map((other) => templateDistance(one, other))))

const shareOf = (distances: readonly number[], is: (distance: number) => boolean): number =>
  distances.length === 0 ? 0 : distances.filter(is).length / distances.length

function histogram(distances: readonly number[]): number[] {
  const counts = Array.from({ length: steps }, () => 0)
  for (const distance of distances) {
    const at = Math.min(steps - 1, Math.floor(distance / step))
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts
}
