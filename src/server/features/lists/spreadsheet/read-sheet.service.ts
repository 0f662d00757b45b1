import type { SheetFormat } from '#shared/lists/spreadsheet.rules.ts'
import { readCsv } from './csv-read.ts'
import { csvText } from './csv-text.ts'
import type { ReadRow, SheetLimits } from './read-sheet.types.ts'
import { SheetRefused } from './unreadable.ts'
import { readXlsx } from './xlsx-read.ts'

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

function csvRows(whole: string, limits: SheetLimits, known: (heads: readonly string[]) => number): ReadRow[] {
  const told = /^sep=(.)\r?\n/.exec(whole)
  if (told?.[1] !== undefined) return readCsv(whole.slice(told[0].length), told[1], limits)
  const beginning = whole.slice(0, 20_000)
  const best = [',', ';', '\t'].map((delimiter) => {
    const [head] = readCsv(beginning, delimiter, { ...limits, rows: Number.POSITIVE_INFINITY })
    return { delimiter, found: known(head?.cells ?? []) }
  })
  const { delimiter } = best.reduce((most, each) => (each.found > most.found ? each : most))
  return readCsv(whole, delimiter, limits)
}
