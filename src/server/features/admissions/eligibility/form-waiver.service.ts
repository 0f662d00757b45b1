import { noteAct } from '#server/features/audit/audit.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormSlug } from '#shared/forms/form.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { updateStudent } from '../file/student-row.service.ts'
import { isBegunToSign, liveOffer } from '../offers/offer-read.service.ts'
import type { StaffActor } from '../transitions/actor.service.ts'
import { studentFormWaivers } from './student-form-waiver.table.ts'
import { firstForms } from './student-forms.service.ts'

interface Said {
  commandId: string
  slug: FormSlug
  reason: string
}

/**
 * Does without a form for this student, with the reason why: it then hinders no signature, by link or on paper.
 * @throws AppError request.invalid where it is not to be answered
 */
export async function waiveForm(tx: Tx, by: StaffActor, student: Student, said: Said): Promise<Student> {
  const isOpen = (await firstForms(tx, student)).some(({ slug, state }) => slug === said.slug && state === 'open')
  if (!isOpen) throw new AppError('request.invalid', { field: 'change.slug' })
  await write(tx, by, student, { ...said, ends: null })
  await noteAct(tx, by.mail, 'form-waived', { about: student.id, by: by.userId, facts: { form: said.slug } })
  return updateStudent(tx, student, {})
}

/**
 * Asks for a form after all that was done without; what was said before stays written. Not once somebody has signed, who was told
 * that nothing is missing.
 * @throws AppError request.invalid where it is not done without, student.offer-signed
 */
export async function withdrawFormWaiver(tx: Tx, by: StaffActor, student: Student, said: Said): Promise<Student> {
  const form = (await firstForms(tx, student)).find(({ slug, state }) => slug === said.slug && state === 'waived')
  if (!form?.waiver) throw new AppError('request.invalid', { field: 'change.slug' })
  const offer = await liveOffer(tx, student.schoolId, student.id)
  if (offer && (await isBegunToSign(tx, offer))) throw new AppError('student.offer-signed')
  await write(tx, by, student, { ...said, ends: form.waiver.id })
  await noteAct(tx, by.mail, 'form-waiver-withdrawn', { about: student.id, by: by.userId, facts: { form: said.slug } })
  return updateStudent(tx, student, {})
}

const write = (
  tx: Tx,
  { userId: byUser, nowMs }: StaffActor,
  { schoolId, id: studentId }: Student,
  { commandId: id, ...said }: Said & { ends: string | null },
): Promise<unknown> =>
  tx.insert(studentFormWaivers).values({ schoolId, id, studentId, byUser, at: toInstant(nowMs), ...said })
