import { noteAct } from '#server/features/audit/audit.service.ts'
import { addressKey, giveChild, takeChild } from '#server/features/students/family/family.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { familySeen } from './student-family.service.ts'

/** Staff let an address of the family see its child, or end that. @throws AppError request.not-found */
export async function setFamilyAccess(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { email, isGiven }: { email: string; isGiven: boolean },
): Promise<Student> {
  const known = await familySeen(tx, student)
  if (!known.some((each) => addressKey(each.email) === addressKey(email))) throw new AppError('request.not-found')
  const changed = await updateStudent(tx, student, {})
  const { schoolId, nowMs, userId } = by
  const what = isGiven ? 'family-access-given' : 'family-access-taken'
  await noteAct(tx, by.mail, what, { about: student.id, by: userId, facts: { count: 1 } })
  if (isGiven) await giveChild(tx, { schoolId, nowMs, userId }, student.id, email)
  else await takeChild(tx, { schoolId, nowMs }, student.id, email)
  return changed
}
