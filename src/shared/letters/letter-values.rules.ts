import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type FieldKind, type LetterField, letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { formatDay, formatDayPart, localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { formatMoney } from '#shared/kernel/text/format-money.rules.ts'
import { toSingleLine } from '#shared/kernel/text/one-line.rules.ts'
import type { Day } from '#shared/kernel/time.ts'

/** The calendar of Umm al-Qura, which the Gulf writes beside the Gregorian one. */
const hijriLocaleOf = (lng: string): string =>
  lng === 'ar' ? 'ar-u-nu-latn-ca-islamic-umalqura' : 'en-GB-u-nu-latn-ca-islamic-umalqura'

/** "28 Shawwal 1451 AH", "28 شوال 1451 هـ". */
const hijriDay = (day: Day, lng: string): string => formatDayPart(hijriLocaleOf(lng), 'long', day)

export interface Money {
  minor: number
  currency: Currency
}

/** A name in both scripts; null where it is known in the other one only. */
export interface TwoScripts {
  latin: string | null
  arabic: string | null
}

/** A name of which only one spelling is known, in the script that it was written in. */
export const formatName = (name: string): TwoScripts =>
  /\p{Script=Arabic}/u.test(name) ? { latin: null, arabic: name } : { latin: name, arabic: null }

export interface Signed {
  name: string
  day: Day
  /** x and y of each point of each stroke; absent where the name was typed. */
  strokes?: readonly (readonly number[])[]
}

/** A value in a table. Money stands there without its currency, which the head of the column names. */
export type Cell = { money: Money } | { day: Day } | { count: number } | { code: string } | { text: string | Bilingual }

export interface ValueRow {
  label: string | Bilingual
  values: readonly Cell[]
  /** A sum. */
  strong?: true
}

interface ValueOfKind {
  text: string | Bilingual
  name: TwoScripts
  day: Day
  money: Money
  count: number
  code: string
  phone: string
  list: readonly (string | Bilingual)[]
  table: readonly ValueRow[]
  signature: Signed
}

/** What a letter is filled with. Absent, null and empty are the same: nothing to say. */
export type LetterValues = { readonly [F in LetterField]?: ValueOfKind[(typeof letterFields)[F]] | null }

const maxLength = 5000
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** One text in the language wanted, or in the other one where it was left empty. */
export const chosen = (text: string | Bilingual, lng: Language): string => {
  if (typeof text === 'string') return toSingleLine(text).slice(0, maxLength)
  const other = lng === 'ar' ? 'en' : 'ar'
  return (toSingleLine(text[lng]) || toSingleLine(text[other])).slice(0, maxLength)
}

const nameIn = ({ latin, arabic }: TwoScripts, lng: Language): string =>
  chosen({ en: latin ?? '', ar: arabic ?? '' }, lng)

const dayIn = (day: string, lng: Language, as: 'hijri' | undefined): string =>
  isDay(day) ? (as === 'hijri' ? hijriDay(day, lng) : formatDay(day, lng)) : ''

/** A field's value in a sentence; empty where there is none, or none that makes a sentence. */
export function formatValue(values: LetterValues, field: LetterField, lng: Language, as?: 'hijri'): string {
  const kind: FieldKind = letterFields[field]
  const value = values[field]
  if (value === undefined || value === null) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? new Intl.NumberFormat(localeOf(lng)).format(value) : ''
  if (typeof value === 'string') return kind === 'day' ? dayIn(value, lng, as) : chosen(value, lng)
  if ('minor' in value) return formatMoney(value.minor, value.currency, lng)
  if ('latin' in value) return nameIn(value, lng)
  if ('en' in value) return chosen(value, lng)
  return ''
}

export const isLeftToRight = (field: LetterField): boolean =>
  letterFields[field] === 'code' || letterFields[field] === 'phone'

const rowsUnder = (values: LetterValues, field: LetterField) => {
  const value = values[field]
  return Array.isArray(value) ? (value as readonly (string | Bilingual | ValueRow)[]) : []
}

const isRow = (item: string | Bilingual | ValueRow): item is ValueRow => typeof item === 'object' && 'label' in item
const isPlain = (item: string | Bilingual | ValueRow): item is string | Bilingual => !isRow(item)

export const listOf = (values: LetterValues, field: LetterField): (string | Bilingual)[] =>
  rowsUnder(values, field).filter((item) => isPlain(item))

export const tableOf = (values: LetterValues, field: LetterField): ValueRow[] =>
  rowsUnder(values, field).filter((item) => isRow(item))

export const signedBy = (values: LetterValues, field: LetterField): Signed | undefined => {
  const value = values[field]
  return value && typeof value === 'object' && 'name' in value && 'day' in value ? value : undefined
}

export function isGiven(values: LetterValues, field: LetterField): boolean {
  const kind: FieldKind = letterFields[field]
  if (kind === 'list' || kind === 'table') return rowsUnder(values, field).length > 0
  if (kind === 'signature') return signedBy(values, field) !== undefined
  return formatValue(values, field, 'en') !== ''
}

/** A field as conditions compare it: in English where it differs by language, days as on the wire. */
export function comparable(values: LetterValues, field: LetterField): string {
  const value = values[field]
  return typeof value === 'string' ? toSingleLine(value) : formatValue(values, field, 'en')
}
