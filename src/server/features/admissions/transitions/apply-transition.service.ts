import { and, eq } from 'drizzle-orm'
import type { Student } from '#server/features/students/student.view.ts'
import { studentChanges, studentProposals } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { actorRolesOf } from '#shared/students/actor-roles.rules.ts'
import { closedByOf, type StudentStatus } from '#shared/students/student-status.rules.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { endDrafts } from '../offers/offer.service.ts'
import { isNext, waitlistActor } from '../waiting-list/waitlist.service.ts'
import type { Actor, StaffActor } from './actor.service.ts'
import { approversOf, authorizeTransition, type PermittedTransition } from './command.policy.ts'
import { notifyFamilyOfTransition } from './notify-family.service.ts'
import { assertTransitionAllowed, type TransitionRequest } from './transition.service.ts'
import { applyEffects, applyJoiningEffects } from './transition-effects.service.ts'

/**
 * Applies a permitted transition, or keeps it as a proposal where another person has to approve it, or has to see what was made
 * offline. @param prepare writes what either needs, once the transition is allowed
 * @throws AppError student.proposed, and as `assertTransitionAllowed`
 */
export async function proposeOrApply(
  tx: Tx,
  by: StaffActor,
  student: Student,
  {
    request,
    permitted,
    wasOffline = false,
    prepare,
  }: {
    request: TransitionRequest
    permitted: PermittedTransition
    wasOffline: boolean | undefined
    prepare?: () => Promise<void>
  },
): Promise<{ student: Student; proposalId: string | null }> {
  await assertTransitionAllowed(tx, by, student, request, permitted)
  await prepare?.()
  const needsReview = wasOffline && permitted.move.offline !== 'queue'
  if (needsReview || (await approversOf(tx, by.schoolId, permitted)).length > 0)
    return proposeTransition(tx, by, student, request)
  const decided = { ...permitted, byUser: by.userId, approvedBy: null }
  return { student: await applyTransition(tx, by, student, request, decided), proposalId: null }
}

/** Who made a transition, and who approved it where another had to. */
interface DecidedBy {
  /** Of the staff; null for a family by its link, or the clock. */
  byUser: UserId | null
  approvedBy: UserId | null
}

/**
 * Applies a transition that is allowed: the student, its history, its effects and the message to the family, at once. Open
 * proposals are superseded by it. @throws AppError when the seat was taken since it was checked
 */
export async function applyTransition(
  tx: Tx,
  by: Actor,
  student: Student,
  request: TransitionRequest,
  { move, actorRole, ...decidedBy }: PermittedTransition & DecidedBy,
): Promise<Student> {
  const { to, outcome, reason, offerId } = request
  const { byUser, approvedBy } = decidedBy
  const at = toInstant(by.nowMs)
  const isHold = to === 'on-hold'
  const isOutOfOrder = move.says?.includes('out-of-order') === true && !(await isNext(tx, waitlistActor(by), student))
  const after = await updateStudent(tx, student, {
    status: to,
    statusSince: at,
    heldFrom: isHold ? student.status : null,
    reviewOn: isHold ? request.reviewOn : null,
    outcome,
    closedBy: outcome && closedByOf[outcome],
    ...(move.takesOn && student.ownerId === null && { ownerId: byUser }),
    // Nothing is due on a file that is closed.
    ...(to === 'rejected' && { nextActionOn: null }),
  })
  const changeId = uuidv7(by.nowMs, by.random)
  await tx.insert(studentChanges).values({
    schoolId: by.schoolId,
    id: changeId,
    studentId: student.id,
    revision: after.revision,
    fromStatus: student.status,
    toStatus: to,
    outcome,
    mover: actorRole,
    byUser,
    approvedBy,
    reason,
    note: request.note,
    reviewOn: after.reviewOn,
    decidedAt: request.decidedAt,
    recordedAt: at,
  })
  await supersedeOpenProposals(tx, by, student, offerId)
  const applied = { before: student, after, move, changeId, reason, offerId, byUser, isOutOfOrder }
  const { isNotifiedByOffer } = await applyEffects(tx, by, applied)
  await notifyFamilyOfTransition(tx, by, { ...applied, isNotifiedByOffer })
  await applyJoiningEffects(tx, by, applied)
  return after
}

/** Ends what was proposed before, with its draft offers but the one that is sent now. */
async function supersedeOpenProposals(tx: Tx, by: Actor, student: Student, sentOfferId: string | null): Promise<void> {
  const superseded = await tx
    .update(studentProposals)
    .set({ state: 'overtaken', settledAt: toInstant(by.nowMs) })
    .where(
      and(
        eq(studentProposals.schoolId, by.schoolId),
        eq(studentProposals.studentId, student.id),
        eq(studentProposals.state, 'open'),
      ),
    )
    .returning({ offerId: studentProposals.offerId })
  const drafts = superseded.flatMap(({ offerId }) => offerId ?? []).filter((id) => id !== sentOfferId)
  await endDrafts(tx, by, drafts, 'superseded')
}

/**
 * Makes a transition that follows from what a colleague has just recorded, without reason or note.
 * @throws AppError access.denied, student.no-such-move, and as `assertTransitionAllowed`
 */
export async function applyDirectTransition(
  tx: Tx,
  by: StaffActor,
  student: Student,
  to: StudentStatus,
  decidedAt: Instant,
): Promise<Student> {
  const request = { to, outcome: null, reason: null, note: null, reviewOn: null, offerId: null, decidedAt }
  const permitted = authorizeTransition(student, request, actorRolesOf(by.roles))
  await assertTransitionAllowed(tx, by, student, request, permitted)
  return applyTransition(tx, by, student, request, { ...permitted, byUser: by.userId, approvedBy: null })
}

/** Returns the proposals that wait for approval, oldest first. */
export const openProposals = (tx: Tx, { schoolId, id }: Student): Promise<(typeof studentProposals.$inferSelect)[]> =>
  tx
    .select()
    .from(studentProposals)
    .where(
      and(
        eq(studentProposals.schoolId, schoolId),
        eq(studentProposals.studentId, id),
        eq(studentProposals.state, 'open'),
      ),
    )
    .orderBy(studentProposals.recordedAt, studentProposals.id)

/** Keeps an allowed transition until another person approves it. @throws AppError student.proposed */
async function proposeTransition(
  tx: Tx,
  by: StaffActor,
  student: Student,
  request: TransitionRequest,
): Promise<{ student: Student; proposalId: string }> {
  const waiting = await openProposals(tx, student)
  if (waiting.some(({ toStatus, outcome }) => toStatus === request.to && outcome === request.outcome))
    throw new AppError('student.proposed')
  const { to: toStatus, reason, ...said } = request
  const proposalId = uuidv7(by.nowMs, by.random)
  await tx.insert(studentProposals).values({
    schoolId: by.schoolId,
    id: proposalId,
    studentId: student.id,
    fromStatus: student.status,
    toStatus,
    byUser: by.userId,
    reason: reason ?? '',
    ...said,
    recordedAt: toInstant(by.nowMs),
    state: 'open',
  })
  return { student: await updateStudent(tx, student, {}), proposalId }
}
