import { readSheet, SheetRefused } from '#server/features/lists/spreadsheet/read-sheet.service.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import {
  type CatalogueColumn,
  type CatalogueImport,
  catalogueColumnCodes,
  catalogueColumns,
  maxCatalogueRows,
} from '#shared/pos/catalogue-import.contract.ts'
import type { ItemCells } from './item-row.rules.ts'

const byHead = new Map(
  catalogueColumnCodes.flatMap((code) =>
    [code, catalogueColumns[code].en, catalogueColumns[code].ar].map((head) => [foldText(head), code] as const),
  ),
)
const required = ['nameEn', 'nameAr', 'categoryEn', 'price'] as const satisfies readonly CatalogueColumn[]
const maxColumns = 50
const maxCellLength = 500

export interface FileRow {
  /** Number in the file, as spreadsheet programs show it. */
  row: number
  cells: ItemCells
  isDamaged: boolean
}

/** Parses a file of items, its rows not yet read; or returns why it can't be. */
export function readCatalogueFile(bytes: Uint8Array): FileRow[] | NonNullable<CatalogueImport['unreadable']> {
  const known = (heads: readonly string[]) => heads.filter((head) => byHead.has(foldText(head))).length
  try {
    const [head, ...rows] = readSheet(bytes, { rows: maxCatalogueRows, columns: maxColumns }, known).rows
    const codes = (head?.cells ?? []).map((cell) => byHead.get(foldText(cell)) ?? null)
    const missing = required.filter((code) => !codes.includes(code))
    if (missing.length > 0) return { why: 'columns-missing', columns: missing }
    const twice = catalogueColumnCodes.filter((code) => codes.filter((each) => each === code).length > 1)
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

function cellsIn(codes: readonly (CatalogueColumn | null)[], cells: readonly string[]): ItemCells {
  const found: ItemCells = {}
  for (const [no, code] of codes.entries()) {
    const cell = cells[no] ?? ''
    if (code !== null && cell.trim() !== '') {
      found[code] = cell.slice(0, maxCellLength).toWellFormed().replaceAll('\u0000', '')
    }
  }
  return found
}
