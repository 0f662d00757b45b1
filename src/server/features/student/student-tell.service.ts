import { overtakeMessages, planMessage } from '#server/features/message/message-plan.service.ts'
import { findSubmission } from '#server/features/form/submission.service.ts'
import { offersOf } from '#server/features/offer/offer-read.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FormGuardian } from '#shared/rules/form-guardians.rules.ts'
import { messageOfStep } from '#shared/rules/student-message.rules.ts'
import type { Student } from './student.view.ts'
import { signersFor } from './student-signers.service.ts'
import type { Stepper } from './student-step.types.ts'

interface StepTaken {
  before: Student
  after: Student
  /** The row of its history. */
  changeId: string
  isToldByOffer: boolean
}

type Told = Pick<Student, 'schoolId' | 'id' | 'submissionId' | 'language'>

/** What a step tells the family, in its transaction; whatever has not left of earlier steps never leaves. */
export async function tellStep(
  tx: Tx,
  by: Stepper,
  { before, after, changeId, isToldByOffer }: StepTaken,
): Promise<void> {
  const studentId = after.id
  const overtaken = await overtakeMessages(tx, by, studentId)
  const step = { from: before.status, to: after.status, outcome: after.outcome }
  const event = messageOfStep({ ...step, isToldByOffer, overtaken })
  if (event) await planMessage(tx, by, { studentId, changeId, event, to: await guardiansToTell(tx, after) })
}

/** Who is told about a child: who may sign (`signersFor`), else whoever the latest offer asks. Nobody else, whatever the file names. */
export async function guardiansToTell(tx: Tx, student: Told): Promise<FormGuardian[]> {
  const { schoolId, submissionId } = student
  const form = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const named = (await signersFor(tx, student, form?.row.answers)).filter(({ email }) => email !== '')
  if (named.length > 0) return named
  const [latest] = await offersOf(tx, schoolId, student.id)
  return latest?.signers ?? []
}
