import type { FaceBox } from '#shared/recognition/face-quality.rules.ts'
import { templateDistance } from '#shared/recognition/face-template.rules.ts'

/** The person's own left or right, chosen at random for each try. */
export type HeadTurn = 'left' | 'right'

export type LivenessFailure = 'slow' | 'lost' | 'jumped' | 'still' | 'other-face' | 'other-way'

/** What was seen in one frame; the descriptor is wanted whenever `livenessWants` says so. */
export interface LivenessSight {
  readonly box: FaceBox
  /** Positive to the person's own left, as in face-quality.rules.ts. */
  readonly yaw: number
  readonly atMs: number
  readonly descriptor?: Float32Array
}

interface Start {
  readonly yaw: number
  readonly descriptor: Float32Array
}

export interface LivenessState {
  readonly step: 'look' | 'turn' | 'return' | 'passed' | 'failed'
  readonly why?: LivenessFailure
  readonly side: HeadTurn
  /** When this step began. */
  readonly sinceMs: number
  readonly start: Start | null
  readonly last: LivenessSight | null
  /** When it was last looked, whether or not anybody was there. */
  readonly lookedMs: number
  /** Looks since the last sight that found nobody. */
  readonly missed: number
  /** Since when one descriptor has been as good as the next: a person who breathes is never so still. */
  readonly stillSinceMs: number | null
}

const limits = {
  stepMs: 4000,
  lostMs: 300,
  /** A slow tablet looks so seldom that one look which found nobody is longer than that. */
  lostLooks: 2,
  /** Without a look for so long nothing says that it is still the same face. */
  unseenMs: 1000,
  frontalYaw: 0.2,
  /**
   * A flat picture of somebody who looks ahead moves the estimate by 0.37 at most and to 0.40 when it is tilted as far as a
   * face is found in it, so there is no room for less. Both are asked for, the turn and where it ends: one tilted to begin
   * with would gain what it moves back, and one of somebody who looks aside stands far out already.
   */
  turnedYaw: 0.45,
  overlap: 0.3,
  sameFace: 0.35,
  stillBelow: 0.02,
  stillMs: 1000,
} as const

export const beginLiveness = (side: HeadTurn, nowMs: number): LivenessState => ({
  step: 'look',
  side,
  sinceMs: nowMs,
  start: null,
  last: null,
  lookedMs: nowMs,
  missed: 0,
  stillSinceMs: null,
})

/** While the head turns only its place is asked for, which is quick; before and after, who it is. */
export const livenessWants = ({ step, last }: LivenessState): 'track' | 'describe' =>
  step === 'turn' && last && Math.abs(last.yaw) >= limits.frontalYaw ? 'track' : 'describe'

/**
 * Look here, turn to the asked side, look here again: one face, never out of sight, the same one before and after. It
 * stands against a print and a picture on a telephone; a film of somebody doing the same is not noticed.
 */
export function stepLiveness(state: LivenessState, seen: LivenessSight | null, nowMs: number): LivenessState {
  if (state.step === 'passed' || state.step === 'failed') return state
  if (nowMs - state.sinceMs > limits.stepMs) return fail(state, 'slow')
  const sightMs = state.last?.atMs
  if (sightMs !== undefined && nowMs - state.lookedMs > limits.unseenMs) return fail(state, 'lost')
  if (!seen) {
    const missed = state.missed + 1
    const unseenMs = sightMs === undefined ? 0 : nowMs - sightMs
    const isLost = unseenMs > limits.unseenMs || (unseenMs > limits.lostMs && missed >= limits.lostLooks)
    return isLost ? fail(state, 'lost') : { ...state, lookedMs: nowMs, missed }
  }
  if (state.last && overlapOf(state.last.box, seen.box) <= limits.overlap) return fail(state, 'jumped')
  const stillSinceMs = stillSince(state, seen)
  if (stillSinceMs !== null && seen.atMs - stillSinceMs >= limits.stillMs) return fail(state, 'still')
  return advance(
    { ...state, last: keepDescriptor(seen, state.last), lookedMs: nowMs, missed: 0, stillSinceMs },
    seen,
    nowMs,
  )
}

function advance(state: LivenessState, seen: LivenessSight, nowMs: number): LivenessState {
  const { start } = state
  const isFrontal = Math.abs(seen.yaw) < limits.frontalYaw
  if (state.step === 'look' || !start) {
    if (!isFrontal || !seen.descriptor) return state
    return { ...state, step: 'turn', sinceMs: nowMs, start: { yaw: seen.yaw, descriptor: seen.descriptor } }
  }
  if (state.step === 'turn') {
    const toSide = state.side === 'left' ? 1 : -1
    if (isTurned(seen.yaw, start.yaw, -toSide)) return fail(state, 'other-way')
    return isTurned(seen.yaw, start.yaw, toSide) ? { ...state, step: 'return', sinceMs: nowMs } : state
  }
  if (!isFrontal || !seen.descriptor) return state
  const isSame = templateDistance(start.descriptor, seen.descriptor) < limits.sameFace
  return isSame ? { ...state, step: 'passed' } : fail(state, 'other-face')
}

const isTurned = (yaw: number, from: number, toSide: number): boolean =>
  yaw * toSide >= limits.turnedYaw && (yaw - from) * toSide >= limits.turnedYaw

const fail = (state: LivenessState, why: LivenessFailure): LivenessState => ({ ...state, step: 'failed', why })

/** A frame without a descriptor says nothing about stillness: the one before is compared with the next that has one. */
const keepDescriptor = (seen: LivenessSight, last: LivenessSight | null): LivenessSight =>
  seen.descriptor || !last?.descriptor ? seen : { ...seen, descriptor: last.descriptor }

function stillSince(state: LivenessState, seen: LivenessSight): number | null {
  const before = state.last
  if (!seen.descriptor || !before?.descriptor) return state.stillSinceMs
  if (!(templateDistance(before.descriptor, seen.descriptor) < limits.stillBelow)) return null
  return state.stillSinceMs ?? before.atMs
}

/** Shared area against the area of both. */
function overlapOf(one: FaceBox, other: FaceBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  const shared = Math.max(0, width) * Math.max(0, height)
  return shared / (one.width * one.height + other.width * other.height - shared)
}
