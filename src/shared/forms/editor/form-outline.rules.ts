import type { FormDefinition, Part, Repeat, Section } from '../form-definition.contract.ts'
import type { Condition, Field } from '../form-field.contract.ts'

/*
 * A form as a list of its places, each with where it stands in the definition (`pages.0.sections.1.parts.2`, as zod names it)
 * and the key under which its answer is kept (`mobile`, or `children.name` in a block).
 */

export interface FieldPlace {
  /** Where it stands in the definition. */
  path: string
  /** Under which key its answer is kept, in all versions. */
  key: string
  field: Field
  block: Repeat | undefined
}

export interface PartPlace {
  path: string
  part: Part
}

export interface SectionPlace {
  path: string
  section: Section
}

export const sectionPlaces = (form: FormDefinition): SectionPlace[] =>
  form.pages.flatMap((page, pageNo) =>
    page.sections.map((section, no) => ({ path: `pages.${pageNo}.sections.${no}`, section })),
  )

export const partPlaces = (form: FormDefinition): PartPlace[] =>
  sectionPlaces(form).flatMap(({ path, section }) =>
    section.parts.map((part, no) => ({ path: `${path}.parts.${no}`, part })),
  )

const fieldsAt = ({ path, part }: PartPlace): FieldPlace[] =>
  part.type === 'repeat'
    ? part.fields.map((field, no) => ({
        path: `${path}.fields.${no}`,
        key: `${part.key}.${field.key}`,
        field,
        block: part,
      }))
    : [{ path, key: part.key, field: part, block: undefined }]

/** Every field of a form in its order, those of blocks once. */
export const fieldPlaces = (form: FormDefinition): FieldPlace[] => partPlaces(form).flatMap(fieldsAt)

/** Every question that a condition looks at. */
export function fieldsLookedAt(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsLookedAt)
  if ('any' in condition) return condition.any.flatMap(fieldsLookedAt)
  return 'not' in condition ? fieldsLookedAt(condition.not) : [condition.field]
}
