import { keyFindings } from '#shared/forms/editor/form-finding.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

const matchingStudents = <T extends { key: string }>(things: readonly T[]): T[] => {
  const wrong = new Set(keyFindings(things.map(({ key }, no) => ({ path: String(no), key }))).map(({ path }) => path))
  return things.filter((_, no) => !wrong.has(`${no}.key`))
}

/** Nothing is nameless to who listens, while its name is still to be written. */
const named = <T extends { label: Bilingual }>(thing: T): T =>
  thing.label.en + thing.label.ar === '' ? { ...thing, label: { en: '…', ar: '…' } } : thing

const showable = (field: Field): Field =>
  'choices' in field && field.choices
    ? {
        ...named(field),
        choices: field.choices
          .filter(({ code }, no, all) => all.findIndex((each) => each.code === code) === no)
          .map(named),
      }
    : named(field)

/** As much of an unfinished form as can be shown: without questions that have no key of their own. */
export function previewable(form: FormDefinition): FormDefinition {
  const seen = new Set<string>()
  const isFirst = ({ key }: { key: string }) => !seen.has(key) && Boolean(seen.add(key))
  return {
    ...form,
    pages: matchingStudents(form.pages).map((page) => ({
      ...page,
      sections: matchingStudents(page.sections).map((section) => ({
        ...section,
        parts: matchingStudents(section.parts)
          .filter(isFirst)
          .map((part) =>
            part.type === 'repeat'
              ? { ...named(part), fields: matchingStudents(part.fields).map(showable) }
              : showable(part),
          ),
      })),
    })),
  }
}
