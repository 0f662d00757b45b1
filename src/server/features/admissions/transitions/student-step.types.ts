import type { ConsentEffect } from '#server/features/consents/consent-effect.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'

/** Somebody or something that moves a student on, and when by the server's clock. */
export interface Stepper {
  schoolId: string
  nowMs: number
  /** The school's own day. */
  today: Day
  random: Random
  /** What mails that a step causes need to know. */
  mail: MailCtx
}

/** Whoever of the staff decides. */
export interface Decider extends Stepper {
  userId: UserId
  roles: readonly Role[]
}

/** The staff member who sends a command from the desk. */
export interface DeskDecider extends Decider {
  consentEffects: readonly ConsentEffect[]
}

/** A step as it is asked for. */
export interface StepAsked {
  to: StudentStatus
  outcome: StudentOutcome | null
  reason: string | null
  note: string | null
  reviewOn: Day | null
  /** The draft of what is offered, where something is. */
  offerId: string | null
  decidedAt: Instant
}
