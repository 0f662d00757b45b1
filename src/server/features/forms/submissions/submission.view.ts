import type { z } from 'zod'
import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { SubmissionRow, SubmittedFile } from '#shared/forms/submission.contract.ts'
import type { submissionFiles, submissions } from '../form.table.ts'

type Row = typeof submissions.$inferSelect

/** Returns what a list may show of a submission. */
export function submissionRow(
  row: Row,
  definition: FormDefinition,
  { filesAwaited, mayBeKnown, work }: Pick<SubmissionRow, 'filesAwaited' | 'mayBeKnown' | 'work'>,
): z.input<typeof SubmissionRow> {
  const { id, reference, slug, purpose, language, channel, receivedAt, flags, answers } = row
  const contact = textOf(answers[definition.contact.name])
  const subjects = subjectsOf(definition, answers)
  const title = definition.title
  return {
    id,
    reference,
    form: slug,
    title,
    purpose,
    subjects: subjects.length > 0 ? subjects : [contact].filter(Boolean),
    contact,
    language,
    channel,
    receivedAt,
    flags,
    filesAwaited,
    mayBeKnown,
    work,
    isErased: wasErased(row),
  }
}

/** Returns whether the form was erased: such a row stays, without answers. */
export const wasErased = ({ answers }: Pick<Row, 'answers'>): boolean => Object.keys(answers).length === 0

export const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : '')

/** Returns the names of a submission's subjects, where the form locates them. */
export function subjectsOf({ subject }: FormDefinition, answers: Answers): string[] {
  if (!subject) return []
  const rows = subject.block === undefined ? [answers] : answers[subject.block]
  return Array.isArray(rows) ? (rows as Answers[]).map((row) => textOf(row[subject.name])).filter(Boolean) : []
}

export const submittedFile = ({
  id,
  path,
  name,
  kind,
  bytes,
  state,
}: typeof submissionFiles.$inferSelect): z.input<typeof SubmittedFile> => ({ id, path, name, kind, bytes, state })
