import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import type { StudentFacts } from '#server/features/students/student-facts.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type FormGuardian, guardiansWhoSign } from '#shared/forms/form-guardians.rules.ts'
import { signersFor } from '../offers/student-signers.service.ts'

type Child = Pick<StudentFacts, 'id' | 'schoolId' | 'submissionId' | 'language'>

const isOf =
  (email: string) =>
  (guardian: FormGuardian): boolean =>
    guardian.email.toLowerCase() === email.toLowerCase()

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
  const isOff = own === undefined && guardiansWhoSign(answers, child.language).some(isOf(email))
  if (found && !isOff) return { guardian: textAt(contact?.name), email, language: own?.language ?? child.language }
  const signer = signers.find((each) => each.email !== '')
  return signer ? { guardian: signer.name, email: signer.email, language: signer.language } : null
}
