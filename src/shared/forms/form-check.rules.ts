// chunk: form-parts
import { latinDigits } from '#shared/kernel/digits.ts'
import { fileTiers } from '#shared/kernel/file-kind.ts'
import { hasHiddenCharacters } from '#shared/kernel/text/hidden-characters.rules.ts'
import {
  type Answers,
  askedParts,
  type FileAnswer,
  isAnswered,
  isRequired,
  type Place,
  placesIn,
  rowsOf,
  type Scope,
} from './form-answers.rules.ts'
import type { FormDefinition, Part } from './form-definition.contract.ts'
import type { DayBound, Field } from './form-field.contract.ts'
import { longest } from './form-limits.rules.ts'

/** What can be wrong with an answer; the key of a sentence in both languages. `limit` is a number or a day for it. */
export type ProblemCode =
  | 'required'
  | 'consent-needed'
  | 'too-long'
  | 'hidden-characters'
  | 'markup'
  | 'not-text'
  | 'not-an-email'
  | 'not-a-phone'
  | 'not-a-date'
  | 'too-early'
  | 'too-late'
  | 'not-a-number'
  | 'too-small'
  | 'too-big'
  | 'not-a-choice'
  | 'too-few-rows'
  | 'too-many-rows'
  | 'too-many-files'
  | 'file-too-large'
  | 'file-empty'
  | 'file-type'

export interface Problem {
  path: string
  code: ProblemCode
  limit?: number | string
}

export interface CheckOptions {
  scope: Scope
  /** The day on which it is filled in, by the school's calendar. */
  today: string
}

/**
 * Everything that is wrong with these answers, in the order of the form; nothing when it can be handed in. The same on the
 * device and on the server, so that neither refuses what the other took.
 */
export function checkAnswers(form: FormDefinition, answers: Answers, options: CheckOptions): Problem[] {
  return checkParts(askedParts(form, options.scope, answers), answers, options)
}

/** The same for some of the form's parts: one page, when a person wants to go on to the next. */
export function checkParts(parts: readonly Part[], answers: Answers, options: CheckOptions): Problem[] {
  return parts.flatMap((part): Problem[] => {
    const ofFields = placesIn([part], options.scope, answers).flatMap((place) =>
      checkPlace(place, answers, options.today),
    )
    if (part.type !== 'repeat') return ofFields
    const count = rowsOf(part, answers).length
    if (count < part.min) return [{ path: part.key, code: 'too-few-rows', limit: part.min }, ...ofFields]
    if (count > part.max) return [{ path: part.key, code: 'too-many-rows', limit: part.max }]
    return ofFields
  })
}

function checkPlace({ path, field, answer, row }: Place, answers: Answers, today: string): Problem[] {
  const found = (code: ProblemCode, limit?: number | string): Problem[] => [
    { path, code, ...(limit !== undefined && { limit }) },
  ]
  if (field.type === 'consent') {
    return isRequired(field, answers, row) && answer !== true ? found('consent-needed') : []
  }
  if (!isAnswered(answer)) return isRequired(field, answers, row) ? found('required') : []
  if (field.type === 'file') return checkFiles(field, answer, found)
  if (field.type === 'choices') return checkChoices(field, answer, found)
  if (field.type === 'yes-no') return typeof answer === 'boolean' ? [] : found('not-a-choice')
  if (typeof answer !== 'string') return found('not-text')
  return checkText(field, answer, today, found)
}

type Found = (code: ProblemCode, limit?: number | string) => Problem[]

/** A tag, in whatever language: nobody is called `<script>`. */
const markup = /<\s*\/?\s*[a-z!?]/i

function checkText(field: Field, text: string, today: string, found: Found): Problem[] {
  const maxLength = longest(field)
  if (text.length > maxLength) return found('too-long', maxLength)
  // Telephones copy numbers with direction marks around them; those are taken off, not complained about.
  if (field.type !== 'phone' && hasHiddenCharacters(text)) return found('hidden-characters')
  if (markup.test(text)) return found('markup')
  switch (field.type) {
    case 'email':
      return /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim()) ? [] : found('not-an-email')
    case 'phone':
      return /^\+?\d{7,15}$/.test(phoneDigits(text)) ? [] : found('not-a-phone')
    case 'date':
      return checkDay(field, text, today, found)
    case 'number':
      return checkNumber(field, text, found)
    case 'choice':
      return isOneOf(field, text) ? [] : found('not-a-choice')
    case 'text':
    case 'long-text':
      return text.trim() === '' && field.required === true ? found('required') : []
    default:
      return []
  }
}

/** Digits and a leading plus, in Latin digits, whatever people put between them. */
export const phoneDigits = (text: string): string =>
  latinDigits(text)
    .replaceAll(/[\s().\u200e\u200f\u2010-\u2015\u202a-\u202e\u2066-\u2069/-]/g, '')
    .replace(/^00/, '+')

/** A real day of the calendar, written `YYYY-MM-DD`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** The day so many years from another; the 29th of February becomes the 28th. */
export function boundDay(bound: DayBound, today: string): string {
  if (typeof bound === 'string') return bound
  const year = String(Number(today.slice(0, 4)) + bound.years).padStart(4, '0')
  const day = `${year}${today.slice(4)}`
  return isDay(day) ? day : `${year}-02-28`
}

function checkDay(field: Extract<Field, { type: 'date' }>, text: string, today: string, found: Found): Problem[] {
  if (!isDay(text)) return found('not-a-date')
  const earliest = field.earliest && boundDay(field.earliest, today)
  const latest = field.latest && boundDay(field.latest, today)
  if (earliest && text < earliest) return found('too-early', earliest)
  return latest && text > latest ? found('too-late', latest) : []
}

function checkNumber(field: Extract<Field, { type: 'number' }>, text: string, found: Found): Problem[] {
  const plain = latinDigits(text).trim().replace('٫', '.')
  const value = Number(plain)
  if (!/^-?\d+(\.\d+)?$/.test(plain) || (field.isWhole && !Number.isInteger(value))) return found('not-a-number')
  if (field.min !== undefined && value < field.min) return found('too-small', field.min)
  return field.max !== undefined && value > field.max ? found('too-big', field.max) : []
}

type ChoiceField = Extract<Field, { type: 'choice' | 'choices' }>

/** Of a list that is not written into the form only the shape is judged: it grows without a new version. */
const isOneOf = (field: ChoiceField, code: string): boolean =>
  field.choices ? field.choices.some((choice) => choice.code === code) : /^[\w-]{2,40}$/.test(code)

function checkChoices(field: ChoiceField, answer: Answers[string], found: Found): Problem[] {
  const codes: unknown[] = Array.isArray(answer) ? answer : [answer]
  return codes.every((code) => typeof code === 'string' && isOneOf(field, code)) ? [] : found('not-a-choice')
}

const isFile = (file: unknown): file is FileAnswer =>
  typeof file === 'object' && file !== null && 'fileId' in file && 'bytes' in file && 'kind' in file

function checkFiles(field: Extract<Field, { type: 'file' }>, answer: Answers[string], found: Found): Problem[] {
  if (!Array.isArray(answer)) return found('not-text')
  if (answer.length > field.maxFiles) return found('too-many-files', field.maxFiles)
  if (!answer.every(isFile)) return found('not-text')
  const files = answer
  const maxBytes = fileTiers[field.tier]
  if (files.some((file) => file.bytes > maxBytes)) return found('file-too-large', maxBytes)
  if (files.some((file) => file.bytes === 0)) return found('file-empty')
  return files.every((file) => field.accept.some((kind) => kind === file.kind)) ? [] : found('file-type')
}
