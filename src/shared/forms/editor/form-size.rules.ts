import { maxOpBytes } from '#shared/kernel/chain.ts'
import type { FormDefinition, Repeat } from '../form-definition.contract.ts'
import type { Field } from '../form-field.contract.ts'
import { longest } from '../form-limits.rules.ts'
import { partPlaces } from './form-outline.rules.ts'

/** Bytes of a definition as JSON: it is fetched by telephones before anything can be filled in. */
export const maxDefinitionBytes = 96 * 1024

/** Bytes of the longest answers: what an operation may carry, less what it says besides. */
export const maxAnswerBytes = maxOpBytes - 4096

/** Of a letter that is not Latin. Hardly anybody fills every field to its end, and nobody with signs that need more. */
const bytesPerLetter = 2
/** Quotes, colon and comma. */
const around = 6
/** Id, hash, kind and size of a file, and a long name. */
const bytesPerFile = 400

/** Bytes of a value as JSON in UTF-8. */
export function bytesOf(value: unknown): number {
  let bytes = 0
  for (const letter of JSON.stringify(value)) {
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

function maxOf(field: Field): number {
  switch (field.type) {
    case 'yes-no':
    case 'consent':
      return 'false'.length
    case 'choice':
      return Math.max(2, ...codesOf(field))
    case 'choices':
      return codesOf(field).reduce((sum, length) => sum + length + 3, 2)
    case 'file':
      return field.maxFiles * bytesPerFile
    case 'email':
      return longest(field)
    case 'phone':
    case 'date':
    case 'number':
      return 30
    default:
      return longest(field) * bytesPerLetter
  }
}

const codesOf = (field: Extract<Field, { type: 'choice' | 'choices' }>): number[] =>
  field.choices?.map(({ code }) => code.length) ?? [20]

const outside = (fields: readonly Field[]) => fields.filter((field) => !field.isOfficeOnly)

const maxOfFields = (fields: readonly Field[]): number =>
  outside(fields).reduce((sum, field) => sum + field.key.length + around + maxOf(field), 0)

const maxOfBlock = (block: Repeat): number =>
  block.isOfficeOnly ? 0 : block.key.length + around + block.max * (maxOfFields(block.fields) + 3)

/** How many bytes the answers to a form can have, were every question asked and every text filled to its end. */
export const maxEncodedAnswerBytes = (form: FormDefinition): number =>
  partPlaces(form).reduce((sum, { part }) => sum + (part.type === 'repeat' ? maxOfBlock(part) : maxOfFields([part])), 2)
