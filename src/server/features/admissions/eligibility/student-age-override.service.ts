import { noteAct } from '#server/features/audit/audit.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { findingFor } from './student-age.service.ts'
import { studentAgeOverrides } from './student-age-override.table.ts'

/**
 * Takes a child of this birthday into this grade and year all the same, with the reason why.
 * @throws AppError request.invalid (nothing stands against the age)
 */
export async function overrideAge(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, reason }: { commandId: string; reason: string },
): Promise<Student> {
  const { schoolId, id: studentId, birthDate, grade, entryYear } = student
  const isNeeded = (await findingFor(tx, student)) !== null
  if (!isNeeded || birthDate === null || grade === null || entryYear === null)
    throw new AppError('request.invalid', { field: 'change' })
  const { userId: byUser, nowMs } = by
  const of = { schoolId, id: commandId, studentId, birthDate, grade, entryYear }
  await tx.insert(studentAgeOverrides).values({ ...of, reason, byUser, at: toInstant(nowMs) })
  await noteAct(tx, by.mail, 'age-overridden', { about: studentId, by: byUser, facts: { grade, entryYear } })
  return updateStudent(tx, student, {})
}
