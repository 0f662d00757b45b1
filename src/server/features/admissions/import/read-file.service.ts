import { readSheet, SheetRefused } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import {
  type HeadsRead,
  type ImportColumn,
  knownHeads,
  maxImportColumns,
  maxImported,
  readHeads,
} from '#shared/admissions/import/import-columns.rules.ts'
import { type DayOrder, dayOrderOf } from '#shared/admissions/import/import-day.rules.ts'
import type { ImportCells } from '#shared/admissions/import/import-row.rules.ts'
import type { Unreadable } from '#shared/admissions/import/student-import.contract.ts'
import type { SheetFormat } from '#shared/lists/spreadsheet.rules.ts'
import type { RowOfFile } from './check-rows.service.ts'

export interface FileOfStudents {
  format: SheetFormat
  heads: HeadsRead
  order: DayOrder
  rows: RowOfFile[]
}

const dayColumns = ['birthDate', 'nextActionOn', 'appliedOn'] as const

/** Parses a file for import, its rows not yet checked; or returns why it is not read. */
export function readStudents(bytes: Uint8Array): FileOfStudents | Unreadable {
  try {
    const { format, rows } = readSheet(bytes, { rows: maxImported, columns: maxImportColumns }, knownHeads)
    const [head, ...body] = rows
    const heads = readHeads(head?.cells ?? [])
    if (heads.missing.length > 0) return { why: 'columns-missing', columns: [...heads.missing] }
    if (heads.twice.length > 0) return { why: 'columns-twice', columns: [...heads.twice] }
    if (body.length === 0) return { why: 'empty', columns: [] }
    const read = body.map(({ no, cells, damage }) => ({ row: no, cells: cellsIn(heads.codes, cells), damage }))
    const order = dayOrderOf(read.flatMap(({ cells }) => dayColumns.flatMap((column) => cells[column] ?? [])))
    return { format, heads, order, rows: read }
  } catch (error) {
    if (error instanceof SheetRefused) return { why: error.why, columns: [] }
    throw error
  }
}

function cellsIn(codes: readonly (ImportColumn | null)[], cells: readonly string[]): ImportCells {
  const found: ImportCells = {}
  for (const [no, code] of codes.entries()) {
    const cell = cells[no] ?? ''
    // Implausibly long texts are truncated.
    if (code !== null && cell.trim() !== '') found[code] = cell.slice(0, 1000).toWellFormed().replaceAll('\u0000', '')
  }
  return found
}
