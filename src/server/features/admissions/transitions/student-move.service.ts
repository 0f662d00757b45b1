import { studentChanges } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { isUnexplained } from '#shared/students/step-reason.rules.ts'
import type { Mover, StatusMove } from '#shared/students/student-moves.rules.ts'
import { closedByOf } from '#shared/students/student-status.rules.ts'
import { findMove, movesFrom, saidWith } from '#shared/students/student-steps.rules.ts'
import { oweFee } from '../fees/student-fee.service.ts'
import { openNotice } from '../fees/student-notice.service.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { accountEffect } from '../joining/student-account.service.ts'
import { familyEffect } from '../joining/student-family.service.ts'
import { isNext, lineBy } from '../waiting-list/student-line.service.ts'
import { notifyFamilyOfTransition } from './notify-family.service.ts'
import { applyEffects } from './student-effect.service.ts'
import { hindrancesOf } from './student-guard.policy.ts'
import { overtake } from './student-overtake.service.ts'
import type { StepAsked, Stepper } from './student-step.types.ts'

/**
 * The step, when it leads on from here, is theirs to take, says what it has to say and nothing stands against it.
 * @throws AppError student.no-such-move, access.denied, student.reason-missing, student.note-missing, student.review-day,
 * student.out-of-order, student.offer-missing, or what hinders it
 */
export async function judge(
  tx: Tx,
  student: Student,
  step: StepAsked,
  { movers, by }: { movers: readonly Mover[]; by: Stepper },
): Promise<StatusMove> {
  const { to, outcome } = step
  const move = findMove(student, to, movers, outcome ?? undefined)
  if (!move) {
    const isStep = movesFrom(student.status, student.heldFrom).some(
      (each) => each.to === to && (each.outcome ?? null) === outcome,
    )
    throw new AppError(isStep ? 'access.denied' : 'student.no-such-move')
  }
  const says = saidWith(move, movers)
  if ((says.includes('reason') || says.includes('decline-reason')) && !step.reason)
    throw new AppError('student.reason-missing', { field: 'reason' })
  // A family says what it likes; whoever decides for the school says what "something else" is.
  if (isUnexplained(step) && !movers.includes('family')) throw new AppError('student.note-missing', { field: 'note' })
  if (says.includes('review-on') && (step.reviewOn === null || step.reviewOn < by.today))
    throw new AppError('student.review-day', { field: 'reviewOn' })
  if (says.includes('out-of-order') && !step.note && !(await isNext(tx, lineBy(by), student)))
    throw new AppError('student.out-of-order', { field: 'note' })
  const [hindrance] = await hindrancesOf(tx, student, move, by)
  if (hindrance) throw new AppError(hindrance)
  if (says.includes('offer') && step.offerId === null) throw new AppError('student.offer-missing')
  return move
}

/** Who took it, and who agreed where another had to. */
interface Takers {
  mover: Mover
  /** Of the staff; null for a family by its link, or the clock. */
  byUser: UserId | null
  approvedBy: UserId | null
}

/**
 * Writes a step that was judged: the student, its history, its seat, its offer and what the family is told, at once. What was
 * proposed before is overtaken by it. @throws AppError when the seat is gone since it was judged
 */
export async function take(
  tx: Tx,
  by: Stepper,
  student: Student,
  { step, move, takers }: { step: StepAsked; move: StatusMove; takers: Takers },
): Promise<Student> {
  const { to, outcome, decidedAt } = step
  const at = toInstant(by.nowMs)
  const isHold = to === 'on-hold'
  const isOvertaking = move.says?.includes('out-of-order') === true && !(await isNext(tx, lineBy(by), student))
  const changed = await updateStudent(tx, student, {
    status: to,
    statusSince: at,
    heldFrom: isHold ? student.status : null,
    reviewOn: isHold ? step.reviewOn : null,
    outcome,
    closedBy: outcome && closedByOf[outcome],
    ...(move.takesOn && student.ownerId === null && { ownerId: takers.byUser }),
    // Nothing is due on a file that is closed.
    ...(to === 'rejected' && { nextActionOn: null }),
  })
  const changeId = uuidv7(by.nowMs, by.random)
  await tx.insert(studentChanges).values({
    schoolId: by.schoolId,
    id: changeId,
    studentId: student.id,
    revision: changed.revision,
    fromStatus: student.status,
    toStatus: to,
    outcome,
    ...takers,
    reason: step.reason,
    note: step.note,
    reviewOn: changed.reviewOn,
    decidedAt,
    recordedAt: at,
  })
  await overtake(tx, by, student, step.offerId)
  await oweFee(tx, by, changed, takers.byUser)
  await openNotice(tx, by, changed, { changeId, reason: step.reason })
  const { offerId } = step
  const effects = { before: student, after: changed, move, offerId, byUser: takers.byUser, isOvertaking }
  const isNotifiedByOffer = await applyEffects(tx, by, effects)
  await notifyFamilyOfTransition(tx, by, { before: student, after: changed, changeId, isNotifiedByOffer })
  await familyEffect(tx, by, { before: student, after: changed, byUser: takers.byUser })
  await accountEffect(tx, by, { before: student, after: changed, byUser: takers.byUser })
  return changed
}
