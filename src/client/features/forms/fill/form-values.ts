import type { Answers } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition, Part } from '#shared/forms/form-definition.contract.ts'

export const partsOf = (form: FormDefinition): Part[] =>
  form.pages.flatMap((page) => page.sections.flatMap((section) => section.parts))

const emptyOf = (part: Part): Answers[string] => {
  switch (part.type) {
    case 'repeat':
      return Array.from({ length: part.min }, () => emptyRow(part))
    case 'choices':
    case 'file':
      return []
    case 'consent':
      return false
    case 'yes-no':
      return undefined
    default:
      return ''
  }
}

export const emptyRow = (block: Extract<Part, { type: 'repeat' }>): Answers =>
  Object.fromEntries(block.fields.map((field) => [field.key, emptyOf(field)]))

/**
 * A value for every field of the form, from the answers that are there: what an older version of the form asked under the
 * same key stays, what it asked besides is not shown. The draft keeps it (kept-draft.ts).
 */
export function valuesFrom(form: FormDefinition, answers: Answers): Answers {
  return Object.fromEntries(
    partsOf(form).map((part) => {
      const answer = answers[part.key]
      if (part.type !== 'repeat') return [part.key, answer ?? emptyOf(part)]
      const rows = Array.isArray(answer) ? (answer as Answers[]) : []
      const whole = rows.map((row) => ({ ...emptyRow(part), ...row }))
      // A newer version may ask for more rows: what was written stays in those that are there.
      while (whole.length < part.min) whole.push(emptyRow(part))
      return [part.key, whole]
    }),
  )
}
