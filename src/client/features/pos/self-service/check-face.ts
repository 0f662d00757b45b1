import { type FaceBand, type FaceOutcome, judge } from '#shared/recognition/face-bands.rules.ts'
import type { Look, SeenFace, Want } from '#shared/recognition/face-look.types.ts'
import type { FaceMatch } from '#shared/recognition/face-match.rules.ts'
import { type FaceHint, kioskHint } from '#shared/recognition/face-quality.rules.ts'
import { meanTemplate } from '#shared/recognition/face-template.rules.ts'
import { beginLiveness, type HeadTurn, type LivenessState, livenessWants, stepLiveness } from './face-liveness.rules.ts'

/** Frames looked at for one decision, and how many of them must name the same person. */
const maxFrames = 5
const agreeingFrames = 3

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

export interface CheckParts {
  look(want: Want): Promise<Look>
  /** Against those who may be meant here, and nobody else. */
  match(probe: Float32Array): FaceMatch
  band: FaceBand
  /** Chosen at random for each check. */
  side: HeadTurn
  nowMs(): number
  tell(hint: FaceHint | 'turn-left' | 'turn-right' | 'return'): void
  signal: AbortSignal
}

/** `nobody`: no good look within the time; no try is counted, and the other way to pay is offered. */
export type CheckEnd =
  | { end: 'accepted'; person: string; probe: Float32Array; frames: number }
  | { end: 'unsure' | 'refused' | 'not-alive'; person: string | null; probe: Float32Array | null; frames: number }
  | { end: 'nobody' }

/** Good for this long before anything is described. */
const steadyMs = 300
/** So long somebody may look for the right place; then the PIN is quicker. */
const patienceMs = 8000

/** Looks, decides by several frames, and asks for a turn of the head. @throws FaceTrouble; AbortError when it was left */
export async function checkFace(parts: CheckParts): Promise<CheckEnd> {
  if (!(await waitForFace(parts))) return { end: 'nobody' }
  const found = await identify(parts)
  if (found.end !== 'accepted') return found
  const alive = await challenge(parts)
  const start = alive.start?.descriptor
  // The head that turned must be the face that was recognised.
  const again = start && parts.match(start)
  const isSame = again !== undefined && again.person === found.person && judge(parts.band, again) !== 'refused'
  return alive.step === 'passed' && isSame ? found : { ...found, end: 'not-alive' }
}

async function waitForFace(parts: CheckParts): Promise<boolean> {
  const sinceMs = parts.nowMs()
  let goodSinceMs: number | undefined
  for (;;) {
    const look = await parts.look('measure')
    parts.signal.throwIfAborted()
    const hint = kioskHint(look, look)
    parts.tell(hint)
    const now = parts.nowMs()
    if (hint === 'good') goodSinceMs ??= now
    else goodSinceMs = undefined
    if (goodSinceMs !== undefined && now - goodSinceMs >= steadyMs) return true
    if (now - sinceMs > patienceMs) return false
  }
}

async function identify(parts: CheckParts): Promise<CheckEnd> {
  const frames: FaceFrame[] = []
  const sinceMs = parts.nowMs()
  while (parts.nowMs() - sinceMs < patienceMs) {
    const look = await parts.look('describe')
    parts.signal.throwIfAborted()
    const hint = kioskHint(look, look)
    parts.tell(hint)
    const descriptor = look.faces[0]?.descriptor
    // Two people, or a face at the edge: such a frame says nothing about anybody.
    if (hint !== 'good' || !descriptor) continue
    frames.push({ match: parts.match(descriptor), descriptor })
    const decided = decideByFrames(parts.band, frames, parts.match)
    if (decided.outcome === 'more') continue
    const { person, descriptor: probe } = decided
    if (decided.outcome === 'accepted' && person !== null && probe)
      return { end: 'accepted', person, probe, frames: decided.frames }
    const end = decided.outcome === 'unsure' ? 'unsure' : 'refused'
    return { end, person, probe, frames: decided.frames }
  }
  return { end: 'nobody' }
}

async function challenge(parts: CheckParts): Promise<LivenessState> {
  let state = beginLiveness(parts.side, parts.nowMs())
  while (state.step !== 'passed' && state.step !== 'failed') {
    parts.tell(state.step === 'turn' ? `turn-${parts.side}` : state.step === 'return' ? 'return' : 'good')
    const look = await parts.look(livenessWants(state))
    parts.signal.throwIfAborted()
    state = stepLiveness(state, sightOf(onlyFace(look), parts.nowMs()), parts.nowMs())
  }
  return state
}

/** The one face there is; with a second one nearly as large nobody can say whose turn it was. */
const onlyFace = (look: Look): SeenFace | undefined => (kioskHint(look, look) === 'several' ? undefined : look.faces[0])

const sightOf = (face: SeenFace | undefined, atMs: number) =>
  face ? { box: face.box, yaw: face.yaw, atMs, ...(face.descriptor && { descriptor: face.descriptor }) } : null
