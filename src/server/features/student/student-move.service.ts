import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { type Day, type Instant, toInstant } from '#shared/kernel/time.ts'
import type { Role } from '#shared/rules/roles.ts'
import { findMove, type Mover, movesFrom, type StatusMove } from '#shared/rules/student-moves.rules.ts'
import { closedByOf, type StudentOutcome, type StudentStatus } from '#shared/rules/student-status.rules.ts'
import { studentChanges, studentProposals, students } from './student.table.ts'
import type { Student } from './student.view.ts'
import { hindrancesOf } from './student-guard.policy.ts'

/** Whoever decides, and when by the server's clock. */
export interface Decider {
  schoolId: string
  userId: UserId
  roles: readonly Role[]
  nowMs: number
  /** The school's own day. */
  today: Day
  random: Random
}

/** A step as it is asked for. */
export interface StepAsked {
  to: StudentStatus
  outcome: StudentOutcome | null
  reason: string | null
  note: string | null
  reviewOn: Day | null
  decidedAt: Instant
}

/**
 * The step, when it leads on from here, is theirs to take, says what it has to say and nothing stands against it.
 * @throws AppError student.no-such-move, access.denied, student.reason-missing, student.review-day, or what hinders it
 */
export async function judge(
  tx: Tx,
  student: Student,
  step: StepAsked,
  { movers, today }: { movers: readonly Mover[]; today: Day },
): Promise<StatusMove> {
  const { to, outcome } = step
  const move = findMove(student, to, movers, outcome ?? undefined)
  if (!move) {
    const isStep = movesFrom(student.status, student.heldFrom).some(
      (each) => each.to === to && (each.outcome ?? null) === outcome,
    )
    throw new AppError(isStep ? 'access.denied' : 'student.no-such-move')
  }
  const { says = [] } = move
  if ((says.includes('reason') || says.includes('decline-reason')) && !step.reason)
    throw new AppError('student.reason-missing', { field: 'reason' })
  if (says.includes('review-on') && (step.reviewOn === null || step.reviewOn < today))
    throw new AppError('student.review-day', { field: 'reviewOn' })
  const [hindrance] = await hindrancesOf(tx, student, move)
  if (hindrance) throw new AppError(hindrance)
  return move
}

/** Who took it, and who agreed where another had to. */
interface Takers {
  mover: Mover
  byUser: UserId
  approvedBy: UserId | null
}

/** Writes a step that was judged: the student and its history at once. What was proposed before is overtaken by it. */
export async function take(
  tx: Tx,
  by: Pick<Decider, 'schoolId' | 'nowMs' | 'random'>,
  student: Student,
  step: StepAsked,
  takers: Takers,
): Promise<Student> {
  const { to, outcome, decidedAt } = step
  const at = toInstant(by.nowMs)
  const isHold = to === 'on-hold'
  const changed = await change(tx, student, {
    status: to,
    statusSince: at,
    heldFrom: isHold ? student.status : null,
    reviewOn: isHold ? step.reviewOn : null,
    outcome,
    closedBy: outcome && closedByOf[outcome],
    // Nothing is due on a file that is closed.
    ...(to === 'rejected' && { nextActionOn: null }),
  })
  await tx.insert(studentChanges).values({
    schoolId: by.schoolId,
    id: uuidv7(by.nowMs, by.random),
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
  await tx
    .update(studentProposals)
    .set({ state: 'overtaken', settledAt: at })
    .where(
      and(
        eq(studentProposals.schoolId, by.schoolId),
        eq(studentProposals.studentId, student.id),
        eq(studentProposals.state, 'open'),
      ),
    )
  return changed
}

/** Changes a student that is locked, and counts it. */
export async function change(tx: Tx, student: Student, to: Partial<typeof students.$inferInsert>): Promise<Student> {
  const [changed] = await tx
    .update(students)
    .set({ ...to, revision: student.revision + 1 })
    .where(and(eq(students.schoolId, student.schoolId), eq(students.id, student.id)))
    .returning()
  if (!changed) throw new Error('a student that is locked was not there to be changed')
  return changed
}
