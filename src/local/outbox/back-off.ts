import type { Random } from '#shared/kernel/ids.ts'

/** Ceiling of the first wait. */
const baseMs = 500
/** The same, where the server has taken something just before: it is there, and only this try was lost. */
export const movingBaseMs = 100
/** Longest postponement of an operation. */
export const maxWaitMs = 60_000

/**
 * Full jitter: between zero and a doubling ceiling of at most a minute, so that forty tablets behind one router do not retry in
 * step. `attempt` counts from 0, `firstMs` is the ceiling of that one.
 */
export const backOffMs = (attempt: number, random: Random, firstMs = baseMs): number =>
  Math.floor(random.float() * Math.min(maxWaitMs, firstMs * 2 ** Math.min(attempt, 20)))
