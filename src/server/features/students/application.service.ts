import { expectFormDocuments } from '#server/features/documents/document-form.service.ts'
import type { StoredSubmission } from '#server/features/forms/submission-effect.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { formStudents } from '#shared/forms/form-students.rules.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { formGuardians } from '#shared/students/student-record.rules.ts'
import { recordGuardians } from './record/guardian.service.ts'
import { addApplicants, type MadeByStaff } from './student.service.ts'

/** Adds a student for each child of an application, with guardians and expected documents. Ignores forms for other purposes. */
export async function addApplication(tx: Tx, submission: StoredSubmission): Promise<void> {
  if (submission.purpose !== 'admission') return
  const { definition, answers, personIds } = submission
  const application = { ...submission, at: toInstant(submission.nowMs) }
  const studentIds = await addApplicants(tx, application, formStudents(definition, answers), personIds)
  await recordGuardians(tx, submission, studentIds, formGuardians(definition, answers))
  await expectFormDocuments(tx, submission, { definition, answers }, studentIds)
}

/**
 * Makes files of some children of another form, such as an enquiry: with its guardians and its files, as of an application.
 * @param places indexes of the children in the form
 * @returns the ids of the files, in the order of `places`
 */
export async function addStudentsOf(
  tx: Tx,
  submission: StoredSubmission & { at: Instant },
  { places, ...staff }: MadeByStaff & { places: readonly number[] },
): Promise<string[]> {
  const { definition, answers, personIds } = submission
  const all = formStudents(definition, answers)
  const children = places.flatMap((place) => {
    const child = all[place]
    return child ? [{ ...child, place }] : []
  })
  const studentIds = await addApplicants(tx, submission, children, personIds, staff)
  await recordGuardians(tx, submission, studentIds, formGuardians(definition, answers))
  return studentIds
}
