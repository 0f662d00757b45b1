import { latinDigits } from '#shared/kernel/digits.ts'
import { parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { RefusedItem } from '#shared/pos/catalogue/catalogue-parts.contract.ts'
import { type Catalogue, type CatalogueItem, ItemInput, maxPrice } from '#shared/pos/catalogue-edit.contract.ts'

/** Columns of the grid in their order. */
export const gridColumns = ['nameEn', 'nameAr', 'category', 'price', 'tax', 'barcode', 'sort', 'active'] as const
export type GridColumn = (typeof gridColumns)[number]

/** What was typed, per item and column; a cell that is not there stands as it is. */
export type GridEdits = ReadonlyMap<string, Partial<Record<GridColumn, string>>>

/** Why a cell can't be saved: what is expected in its column, what the server says, or what has changed since it was typed. */
export type CellFault = GridColumn | RefusedItem['why'] | 'changedSince'
/** Faults by item and column; of a whole item they stand at its first column. */
export type GridFaults = ReadonlyMap<string, Partial<Record<GridColumn, CellFault>>>

/** Words for yes and no in the language of the page. */
export interface YesNo {
  yes: string
  no: string
}

const yesWords = ['yes', 'y', 'true', '1', 'نعم']
const noWords = ['no', 'n', 'false', '0', 'لا']

/** Returns a cell as it stands before an edit. */
export function cellText(
  item: CatalogueItem,
  column: GridColumn,
  catalogue: Catalogue,
  language: 'en' | 'ar',
  words: YesNo,
) {
  switch (column) {
    case 'nameEn':
      return item.name.en
    case 'nameAr':
      return item.name.ar
    case 'category':
      return catalogue.categories.find(({ id }) => id === item.categoryId)?.name[language] ?? ''
    case 'price':
      return toDecimalText(item.price, catalogue.currency)
    case 'tax':
      return item.taxCode
    case 'barcode':
      return item.barcode ?? ''
    case 'sort':
      return String(item.sort)
    case 'active':
      return item.active ? words.yes : words.no
  }
}

/** Returns an edited cell as a part of the item; undefined where it can't be read. */
function readCell(text: string, column: GridColumn, { categories, taxCodes, currency }: Catalogue): object | undefined {
  const typed = text.trim()
  switch (column) {
    case 'nameEn':
      return { en: typed }
    case 'nameAr':
      return { ar: typed }
    case 'category': {
      const category = categories.find(({ name }) =>
        [name.en, name.ar].some((word) => foldText(word) === foldText(typed)),
      )
      return category && { categoryId: category.id }
    }
    case 'price': {
      const price = parseDecimalText(typed, currency)
      return price === undefined || price > maxPrice ? undefined : { price }
    }
    case 'tax': {
      const tax = taxCodes.find(({ code, name }) =>
        [code, name.en, name.ar].some((word) => foldText(word) === foldText(typed)),
      )
      return tax && { taxCode: tax.code }
    }
    case 'barcode':
      return { barcode: latinDigits(typed) || null }
    case 'sort': {
      const digits = latinDigits(typed)
      return /^\d{1,6}$/.test(digits) ? { sort: Number(digits) } : undefined
    }
    case 'active': {
      const word = latinDigits(typed).toLowerCase()
      if (yesWords.includes(word)) return { active: true }
      return noWords.includes(word) ? { active: false } : undefined
    }
  }
}

/** The field of an item that a column changes. */
const columnOf: Record<string, GridColumn> = {
  categoryId: 'category',
  price: 'price',
  taxCode: 'tax',
  barcode: 'barcode',
  sort: 'sort',
  active: 'active',
}

interface ReadEdits {
  changes: { item: ItemInput; seen: number }[]
  faults: GridFaults
}

/** Reads all edits: the items they make, and every cell that can't be saved. */
export function readEdits(edits: GridEdits, catalogue: Catalogue): ReadEdits {
  const changes: ReadEdits['changes'] = []
  const faults = new Map<string, Partial<Record<GridColumn, CellFault>>>()
  for (const known of catalogue.items) {
    const typed = edits.get(known.id)
    if (!typed) continue
    const { version, soldOutOn: _day, picture: _path, nextPrices: _later, ...item } = known
    let whole: Record<string, unknown> = { ...item }
    const wrong: Partial<Record<GridColumn, CellFault>> = {}
    for (const column of gridColumns) {
      const text = typed[column]
      if (text === undefined) continue
      const part = readCell(text, column, catalogue)
      if (!part) wrong[column] = column
      else if (column === 'nameEn' || column === 'nameAr')
        whole = { ...whole, name: { ...(whole['name'] as object), ...part } }
      else whole = { ...whole, ...part }
    }
    const read = ItemInput.safeParse(whole)
    for (const { path } of read.error?.issues ?? []) {
      const column = path[0] === 'name' ? (path[1] === 'ar' ? 'nameAr' : 'nameEn') : columnOf[String(path[0])]
      // What cannot be read in a cell that nobody touched still has to be said somewhere.
      const at = column ?? 'nameEn'
      wrong[at] ??= at
    }
    if (Object.keys(wrong).length > 0) faults.set(known.id, wrong)
    else if (read.success) changes.push({ item: read.data, seen: version })
  }
  return { changes, faults }
}

/** Returns what the server refused as faults of cells. @param ids the items in the order in which they were sent */
export function faultsOf(refused: readonly RefusedItem[], ids: readonly string[]): GridFaults {
  const faults = new Map<string, Partial<Record<GridColumn, CellFault>>>()
  for (const { at, field, why } of refused) {
    const id = ids[at] ?? ''
    const column = (field && columnOf[field]) ?? 'nameEn'
    faults.set(id, { ...faults.get(id), [column]: why })
  }
  return faults
}

/** Splits what a spreadsheet program copies into rows of cells. */
export function pastedCells(text: string): string[][] {
  const rows = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')
  return rows.map((row) => row.split('\t').map((cell) => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"')))
}

/**
 * Puts pasted cells into the grid from a cell on, to the right and down; what reaches beyond the grid is left out.
 * @param columns those that can be changed, in their order
 */
export function paste(
  edits: GridEdits,
  cells: readonly (readonly string[])[],
  from: { row: number; column: GridColumn },
  grid: { items: readonly CatalogueItem[]; columns: readonly GridColumn[] },
): GridEdits {
  const next = new Map(edits)
  const first = grid.columns.indexOf(from.column)
  for (const [down, row] of cells.entries()) {
    const item = grid.items[from.row + down]
    if (!item) break
    const typed = { ...next.get(item.id) }
    for (const [right, cell] of row.entries()) {
      const column = grid.columns[first + right]
      if (column) typed[column] = cell
    }
    next.set(item.id, typed)
  }
  return next
}
