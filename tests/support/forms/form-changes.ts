import type { FormDefinition, Part, Section } from '#shared/forms/form-definition.contract.ts'
import type { Condition, Field } from '#shared/forms/form-field.contract.ts'

/** One careless thing that somebody may do to a form in the editor; the numbers say to what of it. */
export type CarelessEdit = { what: (typeof carelessEdits)[number]; a: number; b: number; c: number }

export const carelessEdits = [
  'take',
  'move',
  'double',
  'blank',
  'rekey',
  'look',
  'require',
  'choices',
  'limits',
  'empty',
  'office',
  'contact',
  'long',
] as const

const pick = <T>(list: readonly T[], no: number): T | undefined => list[no % Math.max(1, list.length)]

const sectionsOf = (form: FormDefinition): Section[] => form.pages.flatMap((page) => page.sections)
const fieldsOf = (form: FormDefinition): Field[] =>
  sectionsOf(form)
    .flatMap((section) => section.parts)
    .flatMap((part) => (part.type === 'repeat' ? part.fields : [part]))

function textsIn(value: unknown): { en: string; ar: string }[] {
  if (typeof value !== 'object' || value === null) return []
  if ('en' in value && 'ar' in value) return [value as { en: string; ar: string }]
  return Object.values(value).flatMap(textsIn)
}

function lookAt(form: FormDefinition, a: number, b: number): Condition {
  const key = pick(fieldsOf(form), b)?.key ?? 'nothing'
  return ([{ field: key, is: true }, { field: key, isAnswered: true }, { all: [] }, { field: key, is: 'QA' }] as const)[
    a % 4
  ] as Condition
}

/** Does it to the form itself. */
export function editCarelessly(form: FormDefinition, { what, a, b, c }: CarelessEdit): void {
  const section = pick(sectionsOf(form), a)
  const field = pick(fieldsOf(form), b)
  if (!section || !field) return
  const at = b % Math.max(1, section.parts.length)
  switch (what) {
    case 'take':
      section.parts.splice(at, 1)
      break
    case 'move': {
      const [part] = section.parts.splice(at, 1)
      if (part) pick(sectionsOf(form), c)?.parts.splice(c % 5, 0, part)
      break
    }
    case 'double':
      section.parts.push(...section.parts.slice(at, at + 1).map((part): Part => structuredClone(part)))
      break
    case 'blank':
      Object.assign(pick(textsIn(form), a * 97 + b) ?? {}, c % 2 ? { en: ' ' } : { ar: '' })
      break
    case 'rekey':
      field.key = (['', 'constructor', 'Name', 'name', 'a', 'x'.repeat(41)] as const)[c % 6] ?? ''
      break
    case 'look':
      Object.assign(c % 3 === 0 ? section : field, { showWhen: lookAt(form, a, c) })
      break
    case 'require':
      field.required = lookAt(form, a, c)
      break
    case 'choices':
      if ('choices' in field && field.choices) field.choices = field.choices.slice(0, c % 2)
      break
    case 'limits':
      Object.assign(field, field.type === 'text' ? { maxLength: c % 700 } : {})
      break
    case 'empty':
      if (c % 3 === 0) section.parts = []
      else if (c % 3 === 1) form.pages = []
      else form.next = Array.from({ length: c % 9 }, () => ({ en: 'x', ar: 'س' }))
      break
    case 'office':
      field.isOfficeOnly = true
      break
    case 'contact':
      form.contact.name = c % 2 ? '' : field.key
      break
    case 'long':
      field.label = { en: 'x'.repeat(c % 600), ar: 'س' }
  }
}
