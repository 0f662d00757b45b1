import {
  frozenBelow,
  maxSamples,
  minSamples,
  type SamplesFault,
  samplesFault,
} from '#shared/recognition/face-enrolment.rules.ts'
import type { Look } from '#shared/recognition/face-look.types.ts'
import { enrolHint, type FaceHint } from '#shared/recognition/face-quality.rules.ts'
import { templateDistance } from '#shared/recognition/face-template.rules.ts'

/** `move-a-little`: what was seen so far differs so little that it could be a picture of somebody. */
export type CaptureHint = FaceHint | 'move-a-little'

export interface CaptureParts {
  /** One look with everything measured and described, and the picture it was made from. */
  look(): Promise<{ look: Look; still: Blob }>
  nowMs(): number
  tell(hint: CaptureHint, taken: number): void
  signal: AbortSignal
}

export interface Captured {
  /** Three to five, raw. */
  samples: Float32Array[]
  /** The pictures they were made from, for one look before it is confirmed; kept nowhere. */
  stills: Blob[]
}

/** Between two samples somebody breathes and moves a little: what makes five of them better than one. */
const betweenMs = 500
/** By then three good ones are enough. */
const patienceMs = 25_000

/** From the third on some two must differ as two moments of a living face do. */
const isVaried = (samples: readonly Float32Array[]): boolean =>
  samples.length < minSamples ||
  samples.some((one, at) => samples.slice(at + 1).some((other) => templateDistance(one, other) >= frozenBelow))

/** Takes good pictures one after the other, with one instruction at a time. @throws FaceTrouble; AbortError when left */
export async function captureSamples(parts: CaptureParts): Promise<Captured | { fault: SamplesFault }> {
  const samples: Float32Array[] = []
  const stills: Blob[] = []
  const sinceMs = parts.nowMs()
  let lastMs = Number.NEGATIVE_INFINITY
  let isFrozen = false
  while (samples.length < maxSamples) {
    const { look, still } = await parts.look()
    parts.signal.throwIfAborted()
    const hint = enrolHint(look, look)
    const descriptor = look.faces[0]?.descriptor
    const now = parts.nowMs()
    isFrozen = hint === 'good' && descriptor !== null && descriptor !== undefined && !isVaried([...samples, descriptor])
    if (hint === 'good' && descriptor && !isFrozen && now - lastMs >= betweenMs) {
      samples.push(descriptor)
      stills.push(still)
      lastMs = now
    }
    parts.tell(isFrozen ? 'move-a-little' : hint, samples.length)
    if (now - sinceMs > patienceMs) break
  }
  const fault = samples.length >= minSamples ? samplesFault(samples) : isFrozen ? 'frozen' : 'count'
  return fault ? { fault } : { samples, stills }
}
