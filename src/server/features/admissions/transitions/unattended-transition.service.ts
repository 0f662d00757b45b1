import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { Actor } from './actor.service.ts'
import { applyTransition } from './apply-transition.service.ts'
import { authorizeTransition } from './command.policy.ts'
import { assertTransitionAllowed } from './transition.service.ts'

interface UnattendedTransition {
  actorRole: 'family' | 'clock'
  to: StudentStatus
  outcome: StudentOutcome | null
  reason: string | null
  note: string | null
}

/**
 * Makes a transition of a locked student that no colleague makes: a family by its link, or the clock. The same rules hold, and
 * the same history is written. @throws AppError access.denied, student.no-such-move, and as `assertTransitionAllowed`
 */
export async function applyUnattendedTransition(
  tx: Tx,
  by: Actor,
  student: Student,
  { actorRole, ...asked }: UnattendedTransition,
): Promise<Student> {
  const request = { ...asked, reviewOn: null, offerId: null, decidedAt: toInstant(by.nowMs) }
  const permitted = authorizeTransition(student, request, [actorRole])
  await assertTransitionAllowed(tx, by, student, request, permitted)
  if (permitted.move.approval) throw new AppError('access.denied')
  return applyTransition(tx, by, student, request, { ...permitted, byUser: null, approvedBy: null })
}

/** Puts something to do today on the file, for the person to whom it is assigned. */
export const callForAction = (tx: Tx, { today }: Actor, student: Student): Promise<Student> =>
  updateStudent(tx, student, { nextActionOn: today })
