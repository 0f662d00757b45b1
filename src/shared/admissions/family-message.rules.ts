import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'

/** Messages that notify a family of a decision about its child. Offers have emails of their own. */
export const messageEvents = [
  'shortlisted',
  'waiting',
  'booked',
  'confirmed',
  'refused',
  'withdrawn',
  'intake-closed',
] as const
export type MessageEvent = (typeof messageEvents)[number]

const byOutcome: Partial<Record<StudentOutcome, MessageEvent>> = {
  'refused-by-school': 'refused',
  'withdrawn-by-family': 'withdrawn',
  'intake-closed': 'intake-closed',
}
const byStatus: Partial<Record<StudentStatus, MessageEvent>> = {
  shortlisted: 'shortlisted',
  waiting: 'waiting',
  booked: 'booked',
  confirmed: 'confirmed',
}

interface Transition {
  from: StudentStatus
  to: StudentStatus
  outcome: StudentOutcome | null
  /** The transition ended an offer, and the offer's email has notified the family already. */
  isNotifiedByOffer: boolean
  /** Message of the previous transition, if this transition stopped it before it was sent. */
  superseded: MessageEvent | null
}

/**
 * Returns the message that notifies the family of a transition, if any: a hold is between colleagues, a reopened file is
 * announced when the school says so, and the end of a hold is announced by the message that the hold superseded.
 */
export function messageOfTransition({
  from,
  to,
  outcome,
  isNotifiedByOffer,
  superseded,
}: Transition): MessageEvent | undefined {
  if (isNotifiedByOffer || from === 'rejected' || to === 'on-hold') return undefined
  if (outcome !== null) return byOutcome[outcome]
  const event = byStatus[to]
  return from === 'on-hold' && event !== superseded ? undefined : event
}

/** Checks for a negative decision, which is sent some hours later so that it can be undone; all others go at once. */
export const isNo = (event: MessageEvent): boolean =>
  event === 'refused' || event === 'withdrawn' || event === 'intake-closed'

/** Checks whether a message contradicts an offer that the family holds for this child. */
export const contradictsOffer = (event: MessageEvent): boolean => isNo(event) || event === 'waiting'
