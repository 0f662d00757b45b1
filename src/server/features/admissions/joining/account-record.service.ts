import { noteAct } from '#server/features/audit/audit.service.ts'
import { settleAccount } from '#server/features/pos/accounts/close-account.service.ts'
import { tellAllergens } from '#server/features/pos/accounts/pupil-account.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AccountSettled } from '#shared/admissions/student-change.contract.ts'
import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'

/** What the tills warn of, as somebody says who may read what the family wrote. @throws AppError request.not-found */
export async function setAllergens(
  tx: Tx,
  by: StaffActor,
  student: Student,
  allergens: readonly Allergen[],
): Promise<Student> {
  const changed = await updateStudent(tx, student, {})
  const facts = { count: allergens.length }
  await noteAct(tx, by.mail, 'till-allergens-set', { about: student.id, by: by.userId, facts })
  await tellAllergens(tx, by, student.id, allergens)
  return changed
}

/** Finance has settled what was on the account of a place that was given up. @throws AppError request.not-found, student.changed */
export async function settleTillAccount(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { balance, method, commandId }: AccountSettled & { commandId: string },
): Promise<Student> {
  const changed = await updateStudent(tx, student, {})
  await noteAct(tx, by.mail, 'till-account-settled', { about: student.id, by: by.userId, facts: { method } })
  await settleAccount(tx, by, { studentId: student.id, balance, sourceId: commandId })
  return changed
}
