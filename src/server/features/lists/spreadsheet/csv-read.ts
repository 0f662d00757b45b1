import { looksLikeFormula } from '#shared/lists/spreadsheet.rules.ts'
import { unreadableCharacter } from './csv-text.ts'
import type { ReadRow, SheetLimits } from './read-sheet.types.ts'
import { SheetRefused } from './unreadable.ts'

/** Longer than any real cell. Reveals an unclosed quote, and limits what it swallows. */
const maxFieldLength = 10_000

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
 * that other rows are unaffected. @throws SheetRefused too-many-rows
 */
export function readCsv(text: string, delimiter: string, limits: SheetLimits): ReadRow[] {
  const rows: ReadRow[] = []
  let width: number | undefined
  let no = 0
  let filled = 0
  for (let at = 0; at < text.length; ) {
    const record = readRecord(text, at, delimiter)
    no += 1
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

function readRecord(text: string, from: number, delimiter: string): RecordRead {
  const cells: string[] = []
  let hasLineBreak = false
  for (let at = from; ; ) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, delimiter)
    if (!field) return { cells, next: text.length, isBroken: true, hasLineBreak }
    cells.push(field.value)
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
