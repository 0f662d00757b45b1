import { looksLikeFormula, type SheetFormat } from '#shared/lists/spreadsheet.rules.ts'
import type { ReadRow, SheetLimits } from './read-sheet.types.ts'
import { SheetRefused } from './unreadable.ts'
import { readXlsx } from './xlsx-read.ts'

/** Replacement for an unreadable character. */
const unreadableCharacter = '\ufffd'

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)

/**
 * Decodes a CSV in any encoding used by programs of our schools: UTF-8, UTF-16, or Windows' Arabic. A few unreadable characters
 * damage only their row. @throws SheetRefused encoding
 */
function csvText(bytes: Uint8Array): string {
  const text = decoded(bytes).replace(/^\ufeff/, '')
  if (text.includes('\u0000')) throw new SheetRefused('encoding')
  return text
}

function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  // Without a byte order mark: text starting with Latin letters or commas has zero as every other byte.
  if (bytes[0] !== 0 && bytes[1] === 0) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0 && bytes[1] !== 0) return new TextDecoder('utf-16be').decode(bytes)
  const utf8 = new TextDecoder('utf-8').decode(bytes)
  const lost = count(utf8, /\ufffd/g)
  if (lost === 0) return utf8
  const readable = count(utf8, /[^\u0000-\u007f\ufffd]/g)
  if (readable > lost * 20) return utf8
  const windows = new TextDecoder('windows-1256').decode(bytes)
  // Any bytes are valid in it. In an Arabic text most non-ASCII characters are Arabic letters.
  const arabic = count(windows, /[\u0621-\u064a]/g)
  const foreign = count(windows, /[^\u0000-\u007f]/g)
  if (arabic * 10 < foreign * 8) throw new SheetRefused('encoding')
  return windows
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0

/** Longer than any real cell. Reveals an unclosed quote, and limits what it swallows. */
const maxFieldLength = 10_000

/** Programs write blank lines behind a list, some of them thousands. */
const linesPerRow = 10

interface RecordRead {
  cells: string[]
  /** Start of the next record. */
  next: number
  /** True if a quote is unclosed or followed by an illegal character. */
  isBroken: boolean
  hasLineBreak: boolean
}

/**
 * Returns the records of a CSV by RFC 4180. A damaged one becomes a row with its fault only; reading resumes at the next line, so
 * that other rows are unaffected. Blank lines count no row, but only so many are skipped. @throws SheetRefused too-many-rows, too-large
 */
function readCsv(text: string, delimiter: string, limits: SheetLimits): ReadRow[] {
  const rows: ReadRow[] = []
  let width: number | undefined
  let no = 0
  let filled = 0
  for (let at = 0; at < text.length; ) {
    const record = readRecord(text, at, delimiter, limits)
    no += 1
    if (no > limits.rows * linesPerRow) throw new SheetRefused('too-many-rows')
    const isBlank = !record.isBroken && record.cells.every((cell) => cell.trim() === '')
    if (!isBlank) {
      if ((filled += 1) > limits.rows + 1) throw new SheetRefused('too-many-rows')
      const isOtherWidth = width !== undefined && record.cells.length !== width
      const damage = record.isBroken ? 'quotes' : isOtherWidth ? 'cells' : damageOf(record.cells)
      rows.push({ no, cells: damage ? [] : record.cells.map(plain), damage })
      if (damage && (record.isBroken || record.hasLineBreak)) record.next = nextLine(text, at)
      width ??= damage ? undefined : record.cells.length
    }
    at = record.next
  }
  return rows
}

const damageOf = (cells: readonly string[]) =>
  cells.some((cell) => cell.includes(unreadableCharacter)) ? ('characters' as const) : undefined

/** Removes the apostrophe that our own writer, and Excel, put before possible formulas. */
const plain = (cell: string): string => (cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell)

function nextLine(text: string, from: number): number {
  const found = /\r\n|\r|\n/g
  found.lastIndex = from
  return found.exec(text) ? found.lastIndex : text.length
}

function readRecord(text: string, from: number, delimiter: string, { columns }: SheetLimits): RecordRead {
  const cells: string[] = []
  let hasLineBreak = false
  for (let at = from; ; ) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, delimiter)
    if (!field) return { cells, next: text.length, isBroken: true, hasLineBreak }
    cells.push(field.value)
    if (cells.length > columns) throw new SheetRefused('too-large')
    hasLineBreak ||= /[\r\n]/.test(field.value)
    const after = text[field.end]
    if (after === delimiter) {
      at = field.end + 1
      continue
    }
    const isEnd = after === undefined || after === '\r' || after === '\n'
    const next = after === '\r' && text[field.end + 1] === '\n' ? field.end + 2 : field.end + 1
    return { cells, next, isBroken: !isEnd, hasLineBreak }
  }
}

function plainField(text: string, from: number, delimiter: string) {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(from, end), end }
}

function quotedField(text: string, from: number) {
  let value = ''
  for (let at = from + 1; at - from < maxFieldLength; ) {
    const quote = text.indexOf('"', at)
    if (quote < 0 || quote - from > maxFieldLength) return undefined
    value += text.slice(at, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    at = quote + 2
  }
  return undefined
}

export { SheetRefused } from './unreadable.ts'

export interface SheetRead {
  format: SheetFormat
  /** The first one is the header. */
  rows: ReadRow[]
}

const begins = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)

/**
 * Reads a spreadsheet, CSV or workbook, recognised by content and not by name. A CSV's delimiter is the one by which `known`
 * recognises most headers. @throws SheetRefused
 */
export function readSheet(
  bytes: Uint8Array,
  limits: SheetLimits,
  known: (heads: readonly string[]) => number,
): SheetRead {
  if (bytes.length === 0) throw new SheetRefused('empty')
  // Before 2007, and password-protected workbooks.
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new SheetRefused('old-format')
  const isZip = begins(bytes, 0x50, 0x4b)
  const rows = isZip ? guarded(() => readXlsx(bytes, limits)) : csvRows(csvText(bytes), limits, known)
  if (rows.length === 0) throw new SheetRefused('empty')
  if (rows[0]?.damage) throw new SheetRefused('damaged')
  return { format: isZip ? 'xlsx' : 'csv', rows }
}

/** Runs a read; numbers in a damaged file may lead anywhere. */
function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new SheetRefused('damaged')
    throw error
  }
}

const unlimited: SheetLimits = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY }

function csvRows(whole: string, limits: SheetLimits, known: (heads: readonly string[]) => number): ReadRow[] {
  const told = /^sep=(.)\r?\n/.exec(whole)
  if (told?.[1] !== undefined) return readCsv(whole.slice(told[0].length), told[1], limits)
  const beginning = whole.slice(0, 20_000)
  const best = [',', ';', '\t'].map((delimiter) => {
    const [head] = readCsv(beginning, delimiter, unlimited)
    const cells = head?.cells ?? []
    const named = cells.filter((cell) => cell.trim() !== '').length
    // Where no header is known, the one that makes most columns with a name; a single one tells nothing.
    return { delimiter, found: known(cells) * limits.columns + (named > 1 ? named : 0) }
  })
  const { delimiter } = best.reduce((most, each) => (each.found > most.found ? each : most))
  return readCsv(whole, delimiter, limits)
}
