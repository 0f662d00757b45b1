import { and, eq } from 'drizzle-orm'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import { findMove } from '#shared/students/student-steps.rules.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { judge, take } from './student-move.service.ts'
import type { Stepper } from './student-step.types.ts'

interface StepByItself {
  to: StudentStatus
  outcome: StudentOutcome | null
  reason: string | null
  note: string | null
}

/** Whoever is no member of the staff: a family by its link, or the clock. By the school's own day and the server's time. */
export function stepperOf(mail: MailCtx): Stepper {
  const { school, deps } = mail
  const nowMs = deps.clock.nowMs()
  return { schoolId: school.schoolId, nowMs, today: businessDay(nowMs, school.timeZone, 0), random: deps.random, mail }
}

/**
 * A step of a student that is locked, taken without anybody of the staff, by the same judgement and with the same history.
 * @throws AppError what `judge` finds
 */
export async function takeByItself(
  tx: Tx,
  by: Stepper,
  student: Student,
  { mover, ...asked }: StepByItself & { mover: 'family' | 'clock' },
): Promise<Student> {
  const step = { ...asked, reviewOn: null, offerId: null, decidedAt: toInstant(by.nowMs) }
  const move = await judge(tx, student, step, { movers: [mover], by })
  if (move.approval) throw new AppError('access.denied')
  return take(tx, by, student, { step, move, takers: { mover, byUser: null, approvedBy: null } })
}

/** Whether a family may still take this step with a student who stands there. */
export const mayFamily = (student: Student, to: StudentStatus, outcome: StudentOutcome | null): boolean =>
  findMove(student, to, ['family'], outcome ?? undefined) !== undefined

/** Whoever looks after the file sees that there is something to do today. */
export const callForAction = (tx: Tx, { today }: Stepper, student: Student): Promise<Student> =>
  updateStudent(tx, student, { nextActionOn: today })

/** What the page of an offer shows of the child. */
export type PageStudent = Pick<
  Student,
  | 'schoolId'
  | 'id'
  | 'submissionId'
  | 'reference'
  | 'nameLatin'
  | 'nameArabic'
  | 'grade'
  | 'entryYear'
  | 'campus'
  | 'stream'
> & { isBooked: boolean }

/** @throws AppError request.not-found */
export async function readStudent(tx: Tx, schoolId: string, id: string): Promise<PageStudent> {
  const [student] = await tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.id, id)))
  if (!student) throw new AppError('request.not-found')
  const { status, heldFrom } = student
  const at = status === 'on-hold' ? heldFrom : status
  return { ...student, isBooked: at === 'booked' || at === 'confirmed' }
}
