import { noteAct } from '#server/features/audit/audit.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormalitySaid } from '#shared/admissions/student-change.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { liveOffer } from '../offers/offer-read.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { formalityRows, standing } from './student-formality.service.ts'
import { studentFormalities } from './student-formality.table.ts'

/**
 * Writes down that it was done, corrects that, or takes it back; of the offer that was accepted.
 * @throws AppError student.no-live-offer, request.invalid
 */
export async function recordFormality(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { commandId, formality, on, number }: FormalitySaid & { commandId: string },
): Promise<Student> {
  const { schoolId, id: studentId } = student
  const offer = await liveOffer(tx, schoolId, studentId)
  if (offer?.state !== 'accepted') throw new AppError('student.no-live-offer')
  const before = standing(await formalityRows(tx, schoolId, studentId), offer, formality)
  // A place that is confirmed rests on it: it may be put right, not taken away.
  const isUnwritable = on === null && (!before || student.status === 'confirmed')
  if (isUnwritable || (on !== null && on > by.today)) throw new AppError('request.invalid', { field: 'change.on' })
  const changed = await updateStudent(tx, student, {})
  await tx.insert(studentFormalities).values({
    schoolId,
    id: commandId,
    studentId,
    offerId: offer.id,
    formality,
    doneOn: on,
    number: on === null ? null : number || null,
    revision: changed.revision,
    byUser: by.userId,
    at: toInstant(by.nowMs),
  })
  const facts = { formality, state: on === null ? 'taken-back' : 'recorded' }
  await noteAct(tx, by.mail, 'formality-recorded', { about: studentId, by: by.userId, facts })
  return changed
}
