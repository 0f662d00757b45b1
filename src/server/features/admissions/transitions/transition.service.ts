import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import { withReason } from '#shared/students/student-steps.rules.ts'
import { isUnexplained } from '#shared/students/transition-reason.rules.ts'
import { isNext, waitlistActor } from '../waiting-list/waitlist.service.ts'
import type { Actor } from './actor.service.ts'
import { findBlockers, splitOverride } from './blocker.service.ts'
import type { PermittedTransition } from './command.policy.ts'

/** A transition as it is asked for. */
export interface TransitionRequest {
  to: StudentStatus
  outcome: StudentOutcome | null
  reason: string | null
  note: string | null
  reviewOn: Day | null
  /** The draft offer to send with it; null where it offers nothing. */
  offerId: string | null
  decidedAt: Instant
}

/**
 * Checks that a permitted transition says what it has to say, and that nothing blocks it.
 * @throws AppError student.reason-missing, student.note-missing, student.review-day, student.out-of-order,
 * student.override-note, student.offer-missing, or its first blocker
 */
export async function assertTransitionAllowed(
  tx: Tx,
  by: Actor,
  student: Student,
  request: TransitionRequest,
  { move, actorRoles }: PermittedTransition,
): Promise<void> {
  const says = withReason(move, actorRoles)
  if ((says.includes('reason') || says.includes('decline-reason')) && !request.reason)
    throw new AppError('student.reason-missing', { field: 'reason' })
  // A family says what it likes; anyone who decides for the school says what "something else" is.
  if (isUnexplained(request) && !actorRoles.includes('family'))
    throw new AppError('student.note-missing', { field: 'note' })
  if (says.includes('review-on') && (request.reviewOn === null || request.reviewOn < by.today))
    throw new AppError('student.review-day', { field: 'reviewOn' })
  if (says.includes('out-of-order') && !request.note && !(await isNext(tx, waitlistActor(by), student)))
    throw new AppError('student.out-of-order', { field: 'note' })
  const { today, nowMs } = by
  const split = await splitOverride(tx, student, move, { actorRoles, today, nowMs })
  if (split.unmet && !request.note) throw new AppError('student.override-note', { field: 'note' })
  const [blocker] = await findBlockers(tx, student, split.move, by)
  if (blocker) throw new AppError(blocker)
  if (says.includes('offer') && request.offerId === null) throw new AppError('student.offer-missing')
}
