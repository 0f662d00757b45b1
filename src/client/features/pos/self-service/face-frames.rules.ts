import { type FaceBand, type FaceOutcome, judge } from '#shared/recognition/face-bands.rules.ts'
import type { FaceMatch } from '#shared/recognition/face-match.rules.ts'
import { meanTemplate } from '#shared/recognition/face-template.rules.ts'

/** Frames looked at for one decision, and how many of them must name the same person. */
export const maxFrames = 5
export const agreeingFrames = 3

export interface FaceFrame {
  readonly match: FaceMatch
  readonly descriptor: Float32Array
}

export type FramesDecision =
  | { readonly outcome: 'more' }
  | {
      readonly outcome: FaceOutcome
      /** Null when refused: nobody is named. */
      readonly person: string | null
      readonly frames: number
      /** Mean of the frames that agree; what the server is sent. Null when none did. */
      readonly descriptor: Float32Array | null
    }

/**
 * One frame never decides: a bystander at the edge of a picture was once in 36 the only face that the detector found. Three
 * of five must name the same person, and then the mean of those three is judged, by `match` over the same gallery.
 */
export function decideByFrames(
  band: FaceBand,
  frames: readonly FaceFrame[],
  match: (mean: Float32Array) => FaceMatch,
): FramesDecision {
  const seen = frames.slice(0, maxFrames)
  const named = Map.groupBy(
    seen.filter((frame) => judge(band, frame.match) !== 'refused'),
    (frame) => frame.match.person,
  )
  const agreeing = [...named.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
  if (agreeing.length >= agreeingFrames) return byMean(band, agreeing, match, seen.length)
  const isStillPossible = agreeing.length + (maxFrames - seen.length) >= agreeingFrames
  return isStillPossible ? { outcome: 'more' } : refusal(seen.length, null)
}

function byMean(
  band: FaceBand,
  agreeing: readonly FaceFrame[],
  match: (mean: Float32Array) => FaceMatch,
  frames: number,
): FramesDecision {
  const descriptor = meanTemplate(agreeing.map((frame) => frame.descriptor))
  const found = match(descriptor)
  const outcome = judge(band, found)
  if (outcome === 'refused' || found.person !== agreeing[0]?.match.person) return refusal(frames, descriptor)
  return { outcome, person: found.person, frames, descriptor }
}

const refusal = (frames: number, descriptor: Float32Array | null): FramesDecision => ({
  outcome: 'refused',
  person: null,
  frames,
  descriptor,
})
