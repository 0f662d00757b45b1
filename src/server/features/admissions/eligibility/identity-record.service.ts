import { noteAct } from '#server/features/audit/audit.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { IdentitySaid } from '#shared/admissions/student-change.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { numberEnd } from '#shared/students/identity-check.rules.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { identityRows } from './student-identity.service.ts'
import { studentIdentityChecks } from './student-identity.table.ts'

/**
 * Writes down that somebody was held against a paper, corrects that, or takes it back while the file is new.
 * @throws AppError request.invalid
 */
export async function checkIdentity(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, of, paper, numberEnd: typed }: IdentitySaid & { commandId: string },
): Promise<Student> {
  const { schoolId, id: studentId } = student
  const last = (await identityRows(tx, schoolId, studentId)).filter(({ subject }) => subject === of).at(-1)
  // Whoever is on the list stands there by it: it may be put right, not taken away.
  if (paper === null && (!last?.paper || student.status !== 'new'))
    throw new AppError('request.invalid', { field: 'change.paper' })
  const changed = await updateStudent(tx, student, {})
  await tx.insert(studentIdentityChecks).values({
    schoolId,
    id: commandId,
    studentId,
    subject: of,
    paper,
    numberEnd: paper === null ? '' : numberEnd(typed),
    revision: changed.revision,
    byUser: by.userId,
    at: toInstant(by.nowMs),
  })
  const facts = { kind: of, state: paper ?? 'taken-back' }
  await noteAct(tx, by.mail, 'identity-checked', { about: studentId, by: by.userId, facts })
  return changed
}
