import type { Random } from '#shared/kernel/ids.ts'

const baseMs = 500
/** Longest postponement of an operation. */
export const maxWaitMs = 60_000

/**
 * Full jitter: between zero and a doubling ceiling of at most a minute, so that forty tablets behind one router do not retry in
 * step. `attempt` counts from 0.
 */
export const backOffMs = (attempt: number, random: Random): number =>
  Math.floor(random.float() * Math.min(maxWaitMs, baseMs * 2 ** Math.min(attempt, 20)))
