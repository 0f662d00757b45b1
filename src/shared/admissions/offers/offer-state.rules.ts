// chunk: offer-state
/*
 * The states of an offer, separate from its student's status: an offer has its own deadline and readers. A renewed
 * offer is a new one; nothing carries over.
 */

export const offerStates = [
  /** Written, and awaiting approval when the school requires one. */
  'draft',
  'approved',
  'sent',
  'viewed',
  'accepted',
  'declined',
  'expired',
  'rescinded',
  /** A newer offer was made. */
  'superseded',
] as const
export type OfferState = (typeof offerStates)[number]

const ends = ['rescinded', 'superseded'] as const
const next: Readonly<Record<OfferState, readonly OfferState[]>> = {
  draft: ['approved', ...ends],
  approved: ['sent', ...ends],
  sent: ['viewed', 'accepted', 'declined', 'expired', ...ends],
  viewed: ['accepted', 'declined', 'expired', ...ends],
  // A withdrawal after acceptance declines; an unpaid deposit lets it expire.
  accepted: ['declined', 'expired', ...ends],
  declined: [],
  expired: [],
  rescinded: [],
  superseded: [],
}

export const canBecome = (from: OfferState, to: OfferState): boolean => next[from].includes(to)

/** Checks whether a family can answer an offer in this state, time permitting. */
export const isAnswerable = (state: OfferState): boolean => state === 'sent' || state === 'viewed'

/** The deadline of an offer; all in ms. */
export interface OfferClock {
  expiresMs: number
  graceMs: number
  /** When the offer was paused, while its student is on hold. */
  pausedMs: number | null
}

/**
 * Returns the state of an offer's deadline by the server's time. In `grace` an answer still counts; nobody is
 * notified of that in advance.
 */
export function offerTime(
  { expiresMs, graceMs, pausedMs }: OfferClock,
  nowMs: number,
): 'open' | 'grace' | 'paused' | 'over' {
  if (pausedMs !== null) return 'paused'
  if (nowMs < expiresMs) return 'open'
  return nowMs < expiresMs + graceMs ? 'grace' : 'over'
}

/** Returns the expiry after a pause: the time left when it was paused, counted from now. */
export const resumedExpiry = ({ expiresMs, pausedMs }: OfferClock, nowMs: number): number =>
  pausedMs === null ? expiresMs : expiresMs + Math.max(0, nowMs - pausedMs)
