import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { type HeadMapping, type ReadHead, sampleBelow, saidOf, shownHead } from '#shared/lists/head-mapping.rules.ts'
import type { unreadableSheets } from '#shared/lists/spreadsheet.rules.ts'
import { readSheet } from './read-sheet.service.ts'
import { SheetRefused } from './unreadable.ts'

/** Columns that a list has, with their headings; a file may name them in either language or by code, in any order. */
export interface ColumnsAsked<Column extends string> {
  columns: Readonly<Record<Column, Bilingual>>
  required: readonly Column[]
  maxRows: number
  /** Other headings of a column, by their folded text. They count only where nothing else in the file names that column. */
  otherHeads?: ReadonlyMap<string, Column>
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
export const readColumns = <Column extends string>(
  bytes: Uint8Array,
  asked: ColumnsAsked<Column>,
): FileRow<Column>[] | UnreadableColumns<Column> => readMappedColumns(bytes, asked, {}).rows

export interface MappedColumns<Column extends string> {
  /** The headings as they are written, with what each names; none where the file could not be read so far. */
  heads: ReadHead<Column>[]
  rows: FileRow<Column>[] | UnreadableColumns<Column>
}

/** The same, with what a person has said of headings, and with all headings of the file. */
export function readMappedColumns<Column extends string>(
  bytes: Uint8Array,
  asked: ColumnsAsked<Column>,
  mapping: HeadMapping<Column>,
): MappedColumns<Column> {
  const codesOf = headReader(asked, mapping)
  const known = (heads: readonly string[]) => codesOf(heads).filter((code) => code !== null).length
  try {
    const [head, ...body] = readSheet(bytes, { rows: asked.maxRows, columns: maxColumns }, known).rows
    const written = head?.cells ?? []
    const codes = codesOf(written)
    const heads = written.flatMap((text, no) =>
      text.trim() === '' ? [] : [{ head: shownHead(text), sample: sampleBelow(body, no), column: codes[no] ?? null }],
    )
    return { heads, rows: rowsIn(asked, codes, body) }
  } catch (error) {
    if (error instanceof SheetRefused) return { heads: [], rows: { why: error.why, columns: [] } }
    throw error
  }
}

/** Returns which column each heading names: by what a person said of it, else by its words; null for an unknown one. */
function headReader<Column extends string>(
  { columns, otherHeads }: ColumnsAsked<Column>,
  mapping: HeadMapping<Column>,
): (heads: readonly string[]) => (Column | null)[] {
  const all = Object.keys(columns) as Column[]
  const byHead = new Map(
    all.flatMap((code) => [code, columns[code].en, columns[code].ar].map((head) => [foldText(head), code] as const)),
  )
  return (heads) => {
    const said = heads.map((head) => saidOf(mapping, head))
    const named = heads.map((head, no) => (said[no] === undefined ? byHead.get(foldText(head)) : said[no]) ?? null)
    const taken = new Set(named)
    return named.map((code, no) => {
      const other = code === null && said[no] === undefined ? otherHeads?.get(foldText(heads[no] ?? '')) : undefined
      if (other === undefined || taken.has(other)) return code
      taken.add(other)
      return other
    })
  }
}

function rowsIn<Column extends string>(
  { columns, required }: ColumnsAsked<Column>,
  codes: readonly (Column | null)[],
  body: ReturnType<typeof readSheet>['rows'],
): MappedColumns<Column>['rows'] {
  const missing = required.filter((code) => !codes.includes(code))
  if (missing.length > 0) return { why: 'columns-missing', columns: missing }
  const twice = (Object.keys(columns) as Column[]).filter((code) => codes.filter((each) => each === code).length > 1)
  if (twice.length > 0) return { why: 'columns-twice', columns: twice }
  if (body.length === 0) return { why: 'empty', columns: [] }
  return body.map(({ no, cells, damage }) => ({
    row: no,
    cells: cellsIn(codes, cells),
    isDamaged: damage !== undefined,
  }))
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
