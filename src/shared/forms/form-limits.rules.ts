import type { Field } from './form-field.contract.ts'

const defaultLength = { text: 200, 'long-text': 1000 } as const

/** How many characters an answer may have. Apart from the checks, which a page needs only when somebody is done with it. */
export function longest(field: Field): number {
  if (field.type === 'text' || field.type === 'long-text') return field.maxLength ?? defaultLength[field.type]
  return field.type === 'email' ? 254 : 60
}
