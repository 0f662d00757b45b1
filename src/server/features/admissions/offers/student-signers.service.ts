import type { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { type GuardianRow, guardiansOf } from '#server/features/students/record/guardian.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type FormGuardian, guardiansWhoSign, withWriterContact } from '#shared/forms/form-guardians.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'

interface Child {
  schoolId: string
  id: string
  language: Language
}

/** Who may sign, and is told of decisions: by the live record, or while there is none by the frozen application. */
export async function signersFor(
  tx: Tx,
  { schoolId, id, language }: Child,
  application: Awaited<ReturnType<typeof findSubmission>>,
): Promise<FormGuardian[]> {
  const guardians = await guardiansOf(tx, schoolId, id)
  if (guardians.length > 0) return guardians.filter(({ maySign }) => maySign).map((each) => signerOf(each, language))
  return application
    ? guardiansWhoSign(withWriterContact(application.definition, application.row.answers), language)
    : []
}

function signerOf({ nameLatin, nameArabic, email, language }: GuardianRow, otherwise: Language): FormGuardian {
  const own = language ?? otherwise
  const names = own === 'ar' ? [nameArabic, nameLatin] : [nameLatin, nameArabic]
  return { name: names.find((name) => name) ?? '', email: email ?? '', language: own }
}
