import { type Answers, isAsked } from '#shared/forms/form-answers.rules.ts'
import type { FormPage } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

/** The parts of a page that are asked, with these answers. */
export const partsAsked = (page: FormPage, answers: Answers) =>
  page.sections
    .filter((section) => isAsked(section, 'public', answers))
    .flatMap((section) => section.parts.filter((part) => isAsked(part, 'public', answers)))

const partsIn = (page: FormPage) => page.sections.flatMap((section) => section.parts)

/** The number of the page on which the field at a path stands. */
export function pageOf(pages: readonly FormPage[], path: string): number | undefined {
  const [key] = path.split('.')
  const at = pages.findIndex((page) => partsIn(page).some((part) => part.key === key))
  return at < 0 ? undefined : at
}

/** What people call the field at a path: its own name, in a block with the number of the row. */
export function labelOf(pages: readonly FormPage[], path: string, pick: (text: Bilingual) => string): string {
  const [key, row, inner] = path.split('.')
  const part = pages.flatMap(partsIn).find((each) => each.key === key)
  if (!part) return ''
  if (part.type !== 'repeat' || inner === undefined) return pick(part.label)
  const field = part.fields.find((each) => each.key === inner)
  const name = field ? pick(field.label) : ''
  return part.max > 1 ? `${pick(part.itemLabel)} ${Number(row) + 1}, ${name}` : name
}
