import type { Field, FormDefinition } from '#shared/contract/form-definition.ts'
import type { Answers } from './form-answers.rules.ts'

const fileKeys = (fields: readonly { type: string; key: string }[]): string[] =>
  fields.filter(({ type }) => type === 'file').map(({ key }) => key)

/**
 * Answers that came from elsewhere, with the files of those that are here: files never travel with a draft, so what was
 * chosen on this device is the only one there is. Rows are told apart by their place.
 */
export function withFilesOf(form: FormDefinition, answers: Answers, here: Answers): Answers {
  const parts = form.pages.flatMap((page) => page.sections.flatMap((section) => section.parts))
  const carried: Answers = { ...answers }
  for (const key of fileKeys(parts)) if (here[key] !== undefined) carried[key] = here[key]
  for (const part of parts) {
    const rows = carried[part.key]
    const rowsHere = here[part.key]
    if (part.type !== 'repeat' || !Array.isArray(rows) || !Array.isArray(rowsHere)) continue
    const keys = fileKeys(part.fields satisfies readonly Field[])
    carried[part.key] = (rows as Answers[]).map((row, index) => {
      const of = (rowsHere as Answers[])[index] ?? {}
      return { ...row, ...Object.fromEntries(keys.filter((key) => of[key] !== undefined).map((key) => [key, of[key]])) }
    })
  }
  return carried
}
