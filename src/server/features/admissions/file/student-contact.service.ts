import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import type { StudentFacts } from '#server/features/students/student-facts.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { formGuardians } from '#shared/students/student-record.rules.ts'
import { signersFor } from '../offers/student-signers.service.ts'

type Child = Pick<StudentFacts, 'id' | 'schoolId' | 'submissionId' | 'language'>

const isOf =
  (email: string) =>
  (guardian: { email: string | null }): boolean =>
    guardian.email?.toLowerCase() === email.toLowerCase()

/**
 * Returns the contact for emails about documents and appointments: the person who filled the application in, unless the live
 * record differs. A guardian removed from it, or given another address, is not emailed as before; a file without an application
 * only has the record. Null where unknown.
 */
export async function contactOf(tx: Tx, { schoolId, submissionId, ...child }: Child) {
  const found = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const signers = await signersFor(tx, { schoolId, ...child }, undefined)
  const answers = found?.row.answers ?? {}
  const textAt = (key: string | undefined) => {
    const answer = key === undefined ? undefined : answers[key]
    return typeof answer === 'string' ? answer.trim() : ''
  }
  const contact = found?.definition.contact
  const email = textAt(contact?.email)
  const own = signers.find(isOf(email))
  const applied = found ? formGuardians(found.definition, answers) : []
  const place = applied.findIndex((guardian) => guardian.maySign && isOf(email)(guardian))
  const isOff = own === undefined && place >= 0 && !(await isOpenAt(tx, schoolId, child.id, place))
  if (found && !isOff) return { guardian: textAt(contact?.name), email, language: own?.language ?? child.language }
  const signer = signers.find((each) => each.email !== '')
  return signer ? { guardian: signer.name, email: signer.email, language: signer.language } : null
}

/** Whether the record still has the guardian of this place in the application, without an email address. */
async function isOpenAt(tx: Tx, schoolId: string, studentId: string, place: number): Promise<boolean> {
  const guardian = (await guardiansOf(tx, schoolId, studentId)).find((each) => each.place === place)
  return guardian !== undefined && guardian.email === null
}
