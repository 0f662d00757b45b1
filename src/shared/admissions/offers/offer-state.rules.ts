/*
 * The way of one offer, apart from its student's status: an offer has a clock and readers of its own. What a family is offered
 * anew is another offer; nothing carries over.
 */

export const offerStates = [
  /** Written, and waiting for another's word where the school wants two. */
  'draft',
  'approved',
  'sent',
  'viewed',
  'accepted',
  'declined',
  'expired',
  'rescinded',
  /** A newer one was made. */
  'superseded',
] as const
export type OfferState = (typeof offerStates)[number]

const ends = ['rescinded', 'superseded'] as const
const next: Readonly<Record<OfferState, readonly OfferState[]>> = {
  draft: ['approved', ...ends],
  approved: ['sent', ...ends],
  sent: ['viewed', 'accepted', 'declined', 'expired', ...ends],
  viewed: ['accepted', 'declined', 'expired', ...ends],
  // Whoever withdraws after accepting declines; a deposit that never came lets it expire.
  accepted: ['declined', 'expired', ...ends],
  declined: [],
  expired: [],
  rescinded: [],
  superseded: [],
}

export const mayBecome = (from: OfferState, to: OfferState): boolean => next[from].includes(to)

/** A family may answer it, as far as time allows. */
export const isAnswerable = (state: OfferState): boolean => state === 'sent' || state === 'viewed'

/** What a clock reads of an offer; all in ms. */
export interface OfferClock {
  expiresMs: number
  graceMs: number
  /** Since when the offer's time stands still, while its student is on hold. */
  pausedMs: number | null
}

/** How an offer stands by the server's time. In `grace` an answer still counts, and nobody is told beforehand that it will. */
export function offerTime(
  { expiresMs, graceMs, pausedMs }: OfferClock,
  nowMs: number,
): 'open' | 'grace' | 'paused' | 'over' {
  if (pausedMs !== null) return 'paused'
  if (nowMs < expiresMs) return 'open'
  return nowMs < expiresMs + graceMs ? 'grace' : 'over'
}

/** When it expires after its time stood still: as long after going on as it had been before. */
export const resumedExpiry = ({ expiresMs, pausedMs }: OfferClock, nowMs: number): number =>
  pausedMs === null ? expiresMs : expiresMs + Math.max(0, nowMs - pausedMs)
