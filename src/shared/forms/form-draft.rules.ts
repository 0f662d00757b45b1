import { type Answers, isAnswered, rowsOf } from './form-answers.rules.ts'
import type { FormDefinition } from './form-definition.contract.ts'
import type { Field } from './form-field.contract.ts'

/*
 * What is kept of a form that nobody has handed in. More than is asked at the moment: a condition may turn round again, and
 * a question that was taken out of the form may come back. What is not asked is left out when it is handed in.
 */

const partsOf = (form: FormDefinition) =>
  form.pages.flatMap((page) => page.sections.flatMap((section) => section.parts))

const isOffice = (part: object): boolean => 'isOfficeOnly' in part && part.isOfficeOnly === true

/** What is written now, and of what was kept before that which this version of the form does not know. Without files. */
export function draftAnswers(form: FormDefinition, now: Answers, before: Answers): Answers {
  const kept: Answers = { ...before }
  for (const part of partsOf(form)) {
    delete kept[part.key]
    if (isOffice(part) || part.type === 'file') continue
    const answer =
      part.type === 'repeat' ? rowsKept(part.fields, rowsOf(part, now), rowsOf(part, before)) : now[part.key]
    if (isAnswered(answer)) kept[part.key] = answer
  }
  return kept
}

function rowsKept(fields: readonly Field[], now: readonly Answers[], before: readonly Answers[]): Answers[] {
  const asked = fields.filter((field) => !isOffice(field) && field.type !== 'file').map(({ key }) => key)
  const known = new Set(fields.map(({ key }) => key))
  // Rows come and go: what an earlier version asked in a row travels with the row itself.
  const earlier = before.flatMap((row) => Object.keys(row)).filter((key) => !known.has(key))
  const keys = [...new Set([...asked, ...earlier])]
  return now.map((row) => Object.fromEntries(keys.flatMap((key) => (isAnswered(row[key]) ? [[key, row[key]]] : []))))
}

/** The same answers, in whichever order they were written down. */
export const isSameAnswers = (one: Answers, other: Answers): boolean => textOf(one) === textOf(other)

const textOf = (answers: Answers): string =>
  JSON.stringify(answers, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
