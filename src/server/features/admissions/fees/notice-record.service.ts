import { and, eq } from 'drizzle-orm'
import { noteAct } from '#server/features/audit/audit.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { NoticeFiled } from '#shared/admissions/student-change.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { studentNotices } from './student-fee.table.ts'
import { refusalNotices } from './student-notice.service.ts'

/** The regulator was told: on which day, under which number. Put right by the same. @throws AppError request.not-found, request.invalid */
export async function fileNotice(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { noticeId, on, number }: NoticeFiled,
): Promise<Student> {
  const { schoolId, id: studentId } = student
  const notice = (await refusalNotices(tx, schoolId, studentId)).find(({ id }) => id === noticeId)
  if (!notice) throw new AppError('request.not-found', { field: 'change.noticeId' })
  if (on > by.today) throw new AppError('request.invalid', { field: 'change.on' })
  await tx
    .update(studentNotices)
    .set({ filedOn: on, number, byUser: by.userId, at: toInstant(by.nowMs) })
    .where(and(eq(studentNotices.schoolId, schoolId), eq(studentNotices.id, noticeId)))
  await noteAct(tx, by.mail, 'refusal-notice-filed', { about: studentId, by: by.userId, facts: {} })
  return updateStudent(tx, student, {})
}
