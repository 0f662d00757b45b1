// chunk: form
import type { FileRef } from '#shared/kernel/fields.ts'
import type { FormDefinition, Part, Repeat, Section } from './form-definition.contract.ts'
import type { Condition, Field } from './form-field.contract.ts'

/** A file that was chosen: what the device knows of it. The server believes its bytes only. */
export type FileAnswer = FileRef

export type Answer = string | boolean | string[] | FileAnswer[]
/** Answers by key; of a repeated block a list of rows. Absent, `''` and `[]` all mean "no answer". */
export interface Answers {
  [key: string]: Answer | Answers[] | undefined
}

/** Whose answers are taken: people outside, or staff as well. */
export type Scope = 'public' | 'office'

export const isAnswered = (answer: unknown): boolean =>
  answer !== undefined && answer !== null && answer !== '' && !(Array.isArray(answer) && answer.length === 0)

/** Whether a condition holds. A field is looked for in the row first, where there is one, then in the form. */
export function isMet(condition: Condition, answers: Answers, row?: Answers): boolean {
  if ('all' in condition) return condition.all.every((each) => isMet(each, answers, row))
  if ('any' in condition) return condition.any.some((each) => isMet(each, answers, row))
  if ('not' in condition) return !isMet(condition.not, answers, row)
  const answer = row && condition.field in row ? row[condition.field] : answers[condition.field]
  if ('isAnswered' in condition) return isAnswered(answer) === condition.isAnswered
  if (Array.isArray(answer)) return answer.some((each) => each === condition.is)
  return (answer ?? (condition.is === false ? false : undefined)) === condition.is
}

/** Whether a part is asked of these people, with these answers. */
export function isAsked(part: Part | Section, scope: Scope, answers: Answers, row?: Answers): boolean {
  if ('isOfficeOnly' in part && part.isOfficeOnly && scope === 'public') return false
  return part.showWhen === undefined || isMet(part.showWhen, answers, row)
}

export const isRequired = (field: Field, answers: Answers, row?: Answers): boolean =>
  typeof field.required === 'object' ? isMet(field.required, answers, row) : field.required === true

/** A field that is asked, with where its answer stands: `email`, or `children.0.name` in a row. */
export interface Place {
  path: string
  field: Field
  answer: Answers[string]
  row: Answers | undefined
}

export const rowsOf = (block: Repeat, answers: Answers): Answers[] => {
  const rows = answers[block.key]
  if (!Array.isArray(rows)) return []
  return rows.filter((row): row is Answers => typeof row === 'object' && row !== null && !Array.isArray(row))
}

/** Every part of a form that is asked, in order, section by section. */
export const askedParts = (form: FormDefinition, scope: Scope, answers: Answers): Part[] =>
  form.pages.flatMap((page) =>
    page.sections
      .filter((section) => isAsked(section, scope, answers))
      .flatMap((section) => section.parts.filter((part) => isAsked(part, scope, answers))),
  )

/** Every field that is asked, those of repeated blocks once per row. */
export function placesIn(parts: readonly Part[], scope: Scope, answers: Answers): Place[] {
  return parts.flatMap((part): Place[] => {
    if (part.type !== 'repeat') return [{ path: part.key, field: part, answer: answers[part.key], row: undefined }]
    return rowsOf(part, answers).flatMap((row, index) =>
      part.fields
        .filter((field) => isAsked(field, scope, answers, row))
        .map((field) => ({ path: `${part.key}.${index}.${field.key}`, field, answer: row[field.key], row })),
    )
  })
}

/**
 * The answers to what is asked, and nothing else: unknown keys, hidden fields and, from outside, office fields are left out.
 * What was typed into a field that a later answer has hidden is not handed in.
 */
export function keepAsked(form: FormDefinition, scope: Scope, answers: Answers): Answers {
  const kept: Answers = {}
  for (const part of askedParts(form, scope, answers)) {
    if (part.type !== 'repeat') {
      const answer = answers[part.key]
      if (isAnswered(answer)) kept[part.key] = answer
      continue
    }
    const rows = rowsOf(part, answers).map((row) => {
      const asked = part.fields.filter((field) => isAsked(field, scope, answers, row) && isAnswered(row[field.key]))
      return Object.fromEntries(asked.map((field) => [field.key, row[field.key]]))
    })
    if (rows.length > 0) kept[part.key] = rows
  }
  return kept
}

/** Every file in the answers, with the path of its field. */
export const filesIn = (form: FormDefinition, scope: Scope, answers: Answers): { path: string; file: FileAnswer }[] =>
  placesIn(askedParts(form, scope, answers), scope, answers).flatMap(({ path, field, answer }) =>
    field.type === 'file' && Array.isArray(answer) ? (answer as FileAnswer[]).map((file) => ({ path, file })) : [],
  )
