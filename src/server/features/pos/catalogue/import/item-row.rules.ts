import { latinDigits } from '#shared/kernel/digits.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, parseDecimalText } from '#shared/kernel/money.ts'
import { toSingleLine } from '#shared/kernel/text/one-line.rules.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { ItemInput, maxNameLength, maxPrice } from '#shared/pos/catalogue-edit.contract.ts'
import type { CatalogueColumn, CatalogueRowProblem } from '#shared/pos/catalogue-import.contract.ts'
import { readAllergens, readDiets, readYesOrNo } from '#shared/pos/food-words.rules.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'

/** Cells of a row that are not blank, by column. */
export type ItemCells = Partial<Record<CatalogueColumn, string>>

/** What a row says of an item; undefined where it says nothing. */
export type ItemRow = { name: Bilingual; category: Bilingual } & {
  [V in 'price' | 'taxCode' | 'barcode' | 'moreBarcodes' | 'allergens' | 'diet' | 'kcal' | 'sort' | 'active']:
    | ItemInput[V]
    | undefined
}

interface Setting {
  currency: Currency
  taxCodes: readonly TaxCode[]
}

type Why = CatalogueRowProblem['why']

/** Reads one row. With a problem the item must not be written. */
export function readItemRow(
  cells: ItemCells,
  { currency, taxCodes }: Setting,
): { item: ItemRow; problems: CatalogueRowProblem[] } {
  const problems: CatalogueRowProblem[] = []
  const blame = (column: CatalogueColumn, why: Why) => void problems.push({ column, why })
  const text = (column: CatalogueColumn) => {
    const value = toSingleLine(cells[column] ?? '')
    if (value === '') blame(column, 'missing')
    else if (value.length > maxNameLength) blame(column, 'too-long')
    return value
  }
  /** The value of a cell that may be blank; `read` returns undefined for what it can't read. */
  const optional = <V>(column: CatalogueColumn, why: Why, read: (cell: string) => V | undefined): V | undefined => {
    const cell = cells[column]
    if (cell === undefined) return undefined
    const value = read(cell)
    if (value === undefined) blame(column, why)
    return value
  }
  const name = { en: text('nameEn'), ar: text('nameAr') }
  const categoryEn = text('categoryEn')
  const categoryAr = toSingleLine(cells.categoryAr ?? '')
  const item: ItemRow = {
    name,
    category: { en: categoryEn, ar: categoryAr || categoryEn },
    price: optional('price', 'not-a-price', (cell) => priceIn(cell, currency)),
    taxCode: optional('tax', 'unknown-tax', (cell) => taxIn(cell, taxCodes)),
    barcode: optional('barcode', 'not-a-barcode', barcodeIn),
    moreBarcodes: optional('moreBarcodes', 'not-a-barcode', barcodesIn),
    allergens: optional('allergens', 'unknown-allergen', readAllergens),
    diet: optional('diet', 'unknown-diet', readDiets),
    kcal: optional('kcal', 'not-a-number', (cell) => wholeIn(cell, 5000)),
    sort: optional('sort', 'not-a-number', (cell) => wholeIn(cell, 100_000)),
    active: optional('active', 'not-yes-or-no', readYesOrNo),
  }
  if (categoryAr.length > maxNameLength) blame('categoryAr', 'too-long')
  return { item, problems }
}

function priceIn(cell: string, currency: Currency) {
  const amount = parseDecimalText(cell.replace(/[,٬]/g, ''), currency)
  return amount !== undefined && amount <= maxPrice ? amount : undefined
}

const taxIn = (cell: string, taxCodes: readonly TaxCode[]) =>
  taxCodes.find(
    ({ code, name, isRetired }) =>
      !isRetired && [code, name.en, name.ar].some((word) => foldText(word) === foldText(cell)),
  )?.code

const barcodeIn = (cell: string) => {
  const read = ItemInput.shape.barcode.safeParse(latinDigits(cell.trim()))
  return read.success ? read.data : undefined
}

const wholeIn = (cell: string, most: number) => {
  const digits = latinDigits(cell.trim())
  const value = Number(digits)
  return /^\d{1,6}$/.test(digits) && value <= most ? value : undefined
}

/** Several codes with commas or spaces between them, each once. */
function barcodesIn(cell: string): string[] | undefined {
  const codes = new Set(
    latinDigits(cell)
      .split(/[\s,،;]+/)
      .filter(Boolean),
  )
  return ItemInput.shape.moreBarcodes.safeParse([...codes]).data
}
