import type { FormPage, Part, Section } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'

export const partTypes = [
  'text',
  'long-text',
  'choice',
  'choices',
  'yes-no',
  'date',
  'number',
  'email',
  'phone',
  'file',
  'consent',
  'repeat',
] as const satisfies readonly Part['type'][]

const nothing = () => ({ en: '', ar: '' })

/** A question of a kind as it begins: without words, and with what is usual. */
export function newField(type: Field['type'], key: string): Field {
  const base = { key, label: nothing() }
  switch (type) {
    case 'text':
      return { ...base, type, maxLength: 120 }
    case 'long-text':
      return { ...base, type, maxLength: 500 }
    case 'choice':
    case 'choices':
      return { ...base, type, choices: [1, 2].map((no) => ({ code: `choice_${no}`, label: nothing() })) }
    case 'consent':
      return { ...base, type, wording: nothing(), wordingVersion: '1' }
    case 'file':
      return { ...base, type, tier: 'default', accept: ['pdf', 'jpeg', 'png', 'webp'], maxFiles: 1 }
    case 'email':
    case 'phone':
      return { ...base, type, sensitivity: 'S1' }
    default:
      return { ...base, type }
  }
}

export function newPart(type: Part['type'], key: string): Part {
  if (type !== 'repeat') return newField(type, key)
  return { type, key, label: nothing(), itemLabel: nothing(), min: 1, max: 5, fields: [newField('text', 'name')] }
}

export const newSection = (key: string): Section => ({ key, parts: [] })
export const newPage = (key: string, sectionKey: string): FormPage => ({
  key,
  title: nothing(),
  sections: [newSection(sectionKey)],
})
