import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { unreadableSheets } from '#shared/lists/spreadsheet.rules.ts'
import { readSheet } from './read-sheet.service.ts'
import { SheetRefused } from './unreadable.ts'

/** Columns that a list has, with their headings; a file may name them in either language or by code, in any order. */
export interface ColumnsAsked<Column extends string> {
  columns: Readonly<Record<Column, Bilingual>>
  required: readonly Column[]
  maxRows: number
}

/** Cells of a row that are not blank, by column. */
export type ColumnCells<Column extends string> = Partial<Record<Column, string>>

export interface FileRow<Column extends string> {
  /** Number in the file, as spreadsheet programs show it: the heading is 1. */
  row: number
  cells: ColumnCells<Column>
  isDamaged: boolean
}

export interface UnreadableColumns<Column extends string> {
  why: (typeof unreadableSheets)[number]
  columns: Column[]
}

const maxColumns = 50
const maxCellLength = 500

/** Reads a file by its headings, the cells not yet read; or returns why it can't be. */
export function readColumns<Column extends string>(
  bytes: Uint8Array,
  { columns, required, maxRows }: ColumnsAsked<Column>,
): FileRow<Column>[] | UnreadableColumns<Column> {
  const all = Object.keys(columns) as Column[]
  const byHead = new Map(
    all.flatMap((code) => [code, columns[code].en, columns[code].ar].map((head) => [foldText(head), code] as const)),
  )
  const known = (heads: readonly string[]) => heads.filter((head) => byHead.has(foldText(head))).length
  try {
    const [head, ...rows] = readSheet(bytes, { rows: maxRows, columns: maxColumns }, known).rows
    const codes = (head?.cells ?? []).map((cell) => byHead.get(foldText(cell)) ?? null)
    const missing = required.filter((code) => !codes.includes(code))
    if (missing.length > 0) return { why: 'columns-missing', columns: missing }
    const twice = all.filter((code) => codes.filter((each) => each === code).length > 1)
    if (twice.length > 0) return { why: 'columns-twice', columns: twice }
    if (rows.length === 0) return { why: 'empty', columns: [] }
    return rows.map(({ no, cells, damage }) => ({
      row: no,
      cells: cellsIn(codes, cells),
      isDamaged: damage !== undefined,
    }))
  } catch (error) {
    if (error instanceof SheetRefused) return { why: error.why, columns: [] }
    throw error
  }
}

function cellsIn<Column extends string>(codes: readonly (Column | null)[], cells: readonly string[]) {
  const found: ColumnCells<Column> = {}
  for (const [no, code] of codes.entries()) {
    const cell = cells[no] ?? ''
    if (code !== null && cell.trim() !== '') {
      found[code] = cell.slice(0, maxCellLength).toWellFormed().replaceAll('\u0000', '')
    }
  }
  return found
}
