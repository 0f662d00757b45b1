import { noteAct } from '#server/features/audit/audit.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormSlug } from '#shared/contract/form.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { moversOf } from '#shared/rules/student-movers.rules.ts'
import { studentFormWaivers } from './student-form-waiver.table.ts'
import { firstForms } from './student-forms.service.ts'
import { change } from './student-move.service.ts'
import type { Decider } from './student-step.types.ts'
import type { Student } from './student.view.ts'

/**
 * Does without a form for this student, with the reason why: it then hinders no signature, by link or on paper.
 * @throws AppError access.denied, request.invalid where it is not to be answered
 */
export async function waiveForm(
  tx: Tx,
  by: Decider,
  student: Student,
  { commandId, slug, reason }: { commandId: string; slug: FormSlug; reason: string },
): Promise<Student> {
  if (!moversOf(by.roles).some((mover) => mover === 'registrar' || mover === 'head'))
    throw new AppError('access.denied')
  const isOpen = (await firstForms(tx, student)).some((form) => form.slug === slug && form.state === 'open')
  if (!isOpen) throw new AppError('request.invalid', { field: 'change.slug' })
  const { schoolId, id: studentId } = student
  const { userId: byUser, nowMs } = by
  const waiver = { schoolId, id: commandId, studentId, slug, reason, byUser, at: toInstant(nowMs) }
  await tx.insert(studentFormWaivers).values(waiver)
  await noteAct(tx, by.mail, 'form-waived', { about: studentId, by: byUser, facts: { form: slug } })
  return change(tx, student, {})
}
