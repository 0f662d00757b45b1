import { expectFormDocuments } from '#server/features/documents/document-form.service.ts'
import type { StoredSubmission } from '#server/features/forms/submission-effect.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { formStudents } from '#shared/forms/form-students.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { formGuardians } from '#shared/students/student-record.rules.ts'
import { recordGuardians } from './record/guardian.service.ts'
import { addApplicants } from './student.service.ts'

/** Adds a student for each child of an application, with guardians and expected documents. Ignores forms for other purposes. */
export async function addApplication(tx: Tx, submission: StoredSubmission): Promise<void> {
  if (submission.purpose !== 'admission') return
  const { definition, answers, personIds } = submission
  const application = { ...submission, at: toInstant(submission.nowMs) }
  const studentIds = await addApplicants(tx, application, formStudents(definition, answers), personIds)
  await recordGuardians(tx, submission, studentIds, formGuardians(definition, answers))
  await expectFormDocuments(tx, submission, { definition, answers }, studentIds)
}
