import type { StudentOutcome, StudentStatus } from './student-status.rules.ts'

/*
 * Which steps lead on from each status, as data: the server decides by it, screens show what it allows, and the tests walk over
 * it.
 */

/** In which capacity somebody moves a student on. Staff have one by their roles, a family by its link, the clock by itself. */
export type ActorRole = 'officer' | 'registrar' | 'head' | 'finance' | 'family' | 'clock'

/** What has to be so before a step, looked up by the server in the transaction of the step. */
export type Guard =
  | 'application-submitted'
  | 'identity-checked'
  /** Of a child who stands on the short list by a file: no step was taken there that would have asked for it. */
  | 'listed-identity-checked'
  | 'age-judged'
  | 'criteria-settled'
  /** What the school's own rules ask for before an offer; the head may offer anyway (`override`). */
  | 'offer-ready'
  | 'no-other-offer'
  | 'seat-free'
  | 'intake-over'
  | 'offer-live'
  | 'offer-expired'
  | 'deposit-overdue'
  | 'signers-done'
  | 'forms-answered'
  | 'money-received'
  | 'documents-settled'
  | 'consents-answered'
  | 'contract-signed'
  | 'regulator-registered'
  | 'before-first-day'

/** What somebody who takes the step has to say. */
export type Said =
  | 'reason'
  | 'review-on'
  | 'decline-reason'
  | 'offer'
  /** Of a child who is not the next one on the waiting list: why they come first all the same. */
  | 'out-of-order'
  /** Of an offer by the head before everything is done that the school asks for: why. */
  | 'override'

/** What becomes of the seat, in the same transaction. */
export type SeatEffect = 'take' | 'firm' | 'release' | 'keep'

/** Without a network: taken and sent later · kept as a proposal that the server decides · not at all. */
export const offlineWays = ['queue', 'propose', 'never'] as const
export type Offline = (typeof offlineWays)[number]

/** One step. Between two statuses there may be several: each closes the file in its own way, and is taken by others. */
export interface StatusTransition {
  readonly from: StudentStatus
  readonly to: StudentStatus
  readonly by: readonly ActorRole[]
  /** Who of the staff may write it down for the family, which said it by telephone or at the desk. They say why. */
  readonly forFamilyBy?: readonly ActorRole[]
  /** Who may only ask for it: one of `by` has to agree. */
  readonly proposedBy?: readonly ActorRole[]
  /** Anyone who takes it goes on with the file, where nobody has taken it on. */
  readonly takesOn?: true
  /** How this step closes the file; steps that close none have none. */
  readonly outcome?: StudentOutcome
  readonly guards?: readonly Guard[]
  readonly says?: readonly Said[]
  /** Besides the person who takes the step, one of these has to agree, and it is another person. */
  readonly approval?: readonly ActorRole[]
  readonly seat?: SeatEffect
  readonly offline: Offline
}
