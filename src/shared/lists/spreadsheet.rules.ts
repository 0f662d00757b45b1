// chunk: students
import type { Day } from '#shared/kernel/time.ts'

/*
 * What a sheet that people open in Excel, Numbers or Calc is made of, and what has to happen to a text before it may stand
 * in one.
 */

/**
 * `day`: an ISO day · `moment`: a day and a time by the school's clock, `2030-03-03 08:15` · `money`: whole minor units, with the
 * exponent of their currency beside the column.
 */
export type CellKind = 'text' | 'number' | 'day' | 'moment' | 'money'

export interface SheetColumn {
  /** Its head, in the language of the sheet. */
  readonly head: string
  readonly kind: CellKind
  /** Digits after the point of the currency; of money only. */
  readonly exponent?: number
  /** In characters; 16 unless said. */
  readonly width?: number
}

/** A text or a day as text, a number or minor units as a number; null leaves the cell empty. */
export type Cell = string | number | null
export type SheetRow = readonly Cell[]

export interface Sheet {
  readonly name: string
  readonly isRightToLeft: boolean
  readonly columns: readonly SheetColumn[]
}

export const sheetFormats = ['xlsx', 'csv'] as const
export type SheetFormat = (typeof sheetFormats)[number]

/** Reasons that a file is not read as a sheet, by any list. */
export const sheetProblems = [
  'empty',
  'not-a-sheet',
  'old-format',
  'encoding',
  'damaged',
  'unsafe',
  'too-large',
  'too-many-rows',
] as const
export type SheetProblem = (typeof sheetProblems)[number]

/** The same, with what may be wrong with the headings. */
export const unreadableSheets = [...sheetProblems, 'columns-missing', 'columns-twice'] as const
export type UnreadableSheet = (typeof unreadableSheets)[number]

/** A list as a sheet, or on paper. */
export const listFormats = [...sheetFormats, 'pdf'] as const
export type ListFormat = (typeof listFormats)[number]

/** A text that begins with one of these is a formula to some program; the wide forms are, to Excel in East Asia. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/

/** Whether some program would compute it, or run what it says. */
export const looksLikeFormula = (text: string): boolean => formulaStart.test(text)

/** No program takes a longer text in one cell. */
export const maxCellLength = 32_767

/** Without what neither XML nor a sheet can hold: control characters, halves of characters, and what is beyond a cell's end. */
export function storableText(text: string): string {
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return clean.length > maxCellLength ? clean.slice(0, maxCellLength).toWellFormed() : clean
}

/** Minor units as a plain decimal with a point, without any floating arithmetic. */
export function decimalText(minor: number, exponent: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError('minor units are whole numbers')
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  return `${minor < 0 ? '-' : ''}${whole}${exponent > 0 ? `.${digits.slice(-exponent)}` : ''}`
}

const firstSerialMs = Date.UTC(1899, 11, 30)
const dayInMs = 86_400_000

/** The number by which a sheet knows a day; undefined for days before March 1900, which programs count differently. */
export function serialOfDay(day: Day): number | undefined {
  const serial = Math.round((Date.parse(`${day}T00:00:00.000Z`) - firstSerialMs) / dayInMs)
  return Number.isFinite(serial) && serial >= 61 ? serial : undefined
}

const minutesInDay = 1440

/** The same of `2030-03-03 08:15`: the day, and of it the part that is over. */
export function serialOfMoment(moment: string): number | undefined {
  const [, day, hour, minute] = /^(\d{4}-\d{2}-\d{2}) (\d{2}):(\d{2})$/.exec(moment) ?? []
  const serial = day === undefined ? undefined : serialOfDay(day)
  return serial === undefined ? undefined : serial + (Number(hour) * 60 + Number(minute)) / minutesInDay
}

/** The other way round, of a day. */
export const dayOfSerial = (serial: number): Day =>
  new Date(firstSerialMs + Math.floor(serial) * dayInMs).toISOString().slice(0, 10)
