import type { StudentOutcome, StudentStatus } from './student-status.rules.ts'

/** What a family is told of a decision about its child. What offers bring has mails of its own. */
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

/** Where a message stands. `waiting` may be stopped; `overtaken` by a later decision, of which the family hears instead. */
export const messageStates = ['waiting', 'stopped', 'sent', 'overtaken'] as const
export type MessageState = (typeof messageStates)[number]

const closing: Partial<Record<StudentOutcome, MessageEvent>> = {
  'refused-by-school': 'refused',
  'withdrawn-by-family': 'withdrawn',
  'intake-closed': 'intake-closed',
}
const standing: Partial<Record<StudentStatus, MessageEvent>> = {
  shortlisted: 'shortlisted',
  waiting: 'waiting',
  booked: 'booked',
  confirmed: 'confirmed',
}

interface StepTold {
  from: StudentStatus
  to: StudentStatus
  outcome: StudentOutcome | null
  /** It ended an offer, which has told the family already. */
  isToldByOffer: boolean
  /** What the step before would have told, and was kept from leaving. */
  overtaken: MessageEvent | null
}

/**
 * What a step tells the family, if anything: a hold is between colleagues, an opened file is told when the school says so, and
 * whoever goes on from a hold is told what the hold kept from them.
 */
export function messageOfStep({ from, to, outcome, isToldByOffer, overtaken }: StepTold): MessageEvent | undefined {
  if (isToldByOffer || from === 'rejected' || to === 'on-hold') return undefined
  if (outcome !== null) return closing[outcome]
  const event = standing[to]
  return from === 'on-hold' && event !== overtaken ? undefined : event
}

/** A no waits some hours before it leaves, so that it can be taken back; what is good or harmless goes at once. */
export const isNo = (event: MessageEvent): boolean =>
  event === 'refused' || event === 'withdrawn' || event === 'intake-closed'

/** Whether it says otherwise to a family that holds an offer for this child. */
export const contradictsOffer = (event: MessageEvent): boolean => isNo(event) || event === 'waiting'
