import { and, desc, eq, like, or } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { FoundSubmission } from '#shared/forms/found-submission.contract.ts'
import type { SubmissionScope } from '#shared/forms/submission-scope.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { foldText, phoneDigits, searchWords } from '#shared/kernel/text/search.rules.ts'
import { formVersions, submissions } from '../form.table.ts'
import { inScope, isItsForm } from './submission.service.ts'
import { subjectsOf, textOf } from './submission.view.ts'

/**
 * Returns the names of the person who filled in the form, with their phone number, and of children without a file of their own.
 */
export function namesIn(form: FormDefinition, answers: Answers): string[] {
  const { name, phone } = form.contact
  const contact = [textOf(answers[name]), phone === undefined ? '' : textOf(answers[phone]).replace(/\D/g, '')]
  return form.purpose === 'admission' ? contact : [...contact, ...subjectsOf(form, answers)]
}

export const submissionText = (reference: string, about: readonly string[]): string =>
  ` ${foldText([...about, reference, formatReference(reference)].join(' '))}`

/** Searches submissions by word beginnings or part of a phone number; a few, the newest first. */
export async function searchSubmissions(
  tx: Tx,
  schoolId: string,
  text: string,
  scope: SubmissionScope,
  limit: number,
): Promise<FoundSubmission[]> {
  const words = searchWords(text)
  if (words.length === 0) return []
  const digits = phoneDigits(text)
  // Folded words hold letters and digits only: nothing in them is special to `like`.
  const inWords = and(...words.map((word) => like(submissions.searchText, `% ${word}%`)))
  const isSaid = digits === undefined ? inWords : or(inWords, like(submissions.searchText, `%${digits}%`))
  const found = await tx
    .select({ row: submissions, definition: formVersions.definition })
    .from(submissions)
    .innerJoin(formVersions, isItsForm)
    .where(and(eq(submissions.schoolId, schoolId), inScope(scope), isSaid))
    .orderBy(desc(submissions.receivedAt), desc(submissions.id))
    .limit(limit)
  return found.map(({ row, definition }) => ({
    id: row.id,
    reference: row.reference,
    form: definition.title,
    contact: textOf(row.answers[definition.contact.name]),
    subjects: subjectsOf(definition, row.answers),
    receivedAt: row.receivedAt,
    isEnquiry: row.purpose === 'enquiry',
  }))
}
