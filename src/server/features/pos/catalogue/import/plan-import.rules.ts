import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import { barcodesOf } from '#shared/pos/catalogue/barcodes.rules.ts'
import type { Catalogue, CatalogueItem, ItemInput } from '#shared/pos/catalogue-edit.contract.ts'
import type { FileRow } from '#server/features/lists/spreadsheet/read-columns.service.ts'
import type { CatalogueColumn, CatalogueImport } from '#shared/pos/catalogue-import.contract.ts'
import { type ItemRow, readItemRow } from './item-row.rules.ts'

type Row = CatalogueImport['refused'][number]

/** What an import would write. */
export interface ImportPlan {
  categories: { id: string; name: Bilingual; sort: number }[]
  items: { item: ItemInput; known: CatalogueItem | undefined }[]
  same: number
  refused: Row[]
}

const keyOf = (categoryId: string, name: string) => `${categoryId} ${foldText(name)}`

/**
 * Decides for every row of a file what becomes of it. Items are recognised by their barcode, else by category and English name;
 * what the file does not say of an item stays as it is.
 * @param newId makes the ids of new categories and items
 */
export function planImport(
  rows: readonly FileRow<CatalogueColumn>[],
  catalogue: Catalogue,
  newId: () => string,
): ImportPlan {
  const plan: ImportPlan = { categories: [], items: [], same: 0, refused: [] }
  const categoryIds = new Map(catalogue.categories.flatMap(({ id, name }) => bothOf(name).map((word) => [word, id])))
  const byBarcode = new Map(catalogue.items.flatMap((item) => barcodesOf(item).map((code) => [code, item])))
  const byName = new Map(catalogue.items.map((item) => [keyOf(item.categoryId, item.name.en), item]))
  const barcodesSeen = new Set<string>()
  const itemsSeen = new Set<string>()
  const lastSort = Math.max(0, ...catalogue.categories.map(({ sort }) => sort))
  const categoryOf = (name: Bilingual): string => {
    const known = categoryIds.get(foldText(name.en)) ?? categoryIds.get(foldText(name.ar))
    if (known !== undefined) return known
    const id = newId()
    plan.categories.push({ id, name, sort: lastSort + plan.categories.length + 1 })
    for (const word of bothOf(name)) categoryIds.set(word, id)
    return id
  }
  for (const { row, cells, isDamaged } of rows) {
    const { item, problems } = readItemRow(cells, catalogue)
    const refuse = (...found: Row['problems']) =>
      plan.refused.push({ row, name: item.name.en || item.name.ar, problems: found })
    if (isDamaged) refuse({ column: null, why: 'damaged' })
    else if (problems.length > 0) refuse(...problems)
    else if (item.barcode && barcodesSeen.has(item.barcode)) refuse({ column: 'barcode', why: 'twice' })
    else if (item.moreBarcodes?.some((code) => code === item.barcode || barcodesSeen.has(code)))
      refuse({ column: 'moreBarcodes', why: 'twice' })
    else {
      const categoryId = categoryOf(item.category)
      const key = keyOf(categoryId, item.name.en)
      const known = (item.barcode ? byBarcode.get(item.barcode) : undefined) ?? byName.get(key)
      const taxCode = item.taxCode ?? known?.taxCode ?? onlyTaxOf(catalogue)
      const isOthers = item.moreBarcodes?.some((code) => (byBarcode.get(code) ?? known) !== known)
      if (isOthers) refuse({ column: 'moreBarcodes', why: 'taken' })
      else if (itemsSeen.has(known?.id ?? key)) refuse({ column: null, why: 'twice' })
      else if (taxCode === undefined) refuse({ column: 'tax', why: 'missing' })
      else if (item.price === undefined && !known) refuse({ column: 'price', why: 'missing' })
      else {
        for (const code of barcodesOf({ barcode: item.barcode ?? null, moreBarcodes: item.moreBarcodes }))
          barcodesSeen.add(code)
        itemsSeen.add(known?.id ?? key)
        const written = itemOf(item, { known, categoryId, taxCode, id: (known?.id ?? newId()) as ItemId })
        if (known && isSame(known, written)) plan.same += 1
        else plan.items.push({ item: written, known })
      }
    }
  }
  return plan
}

const bothOf = ({ en, ar }: Bilingual): string[] => [foldText(en), foldText(ar)]

/** A school with one tax need not write it in every row. */
function onlyTaxOf({ taxCodes }: Catalogue): string | undefined {
  const [only, ...others] = taxCodes.filter(({ isRetired }) => !isRetired)
  return others.length === 0 ? only?.code : undefined
}

interface Written {
  known: CatalogueItem | undefined
  id: ItemId
  categoryId: string
  taxCode: string
}

function itemOf({ category: _category, ...said }: ItemRow, { known, ...more }: Written): ItemInput {
  const { version: _version, ...before } = known ?? { ...blank, version: 0 }
  const spoken = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  // One of its further codes names the item; its first stays first.
  const isFurther = known?.moreBarcodes?.includes(said.barcode ?? '') ?? false
  return { ...before, ...spoken, ...(isFurther && { barcode: before.barcode }), ...more } as ItemInput
}

const blank = {
  barcode: null,
  modifierGroupIds: [],
  allergens: [],
  diet: [],
  kcal: null,
  sort: 0,
  active: true,
}

const isSame = ({ version: _version, ...known }: CatalogueItem, item: ItemInput): boolean =>
  canonicalJson({ ...known, ...item }) === canonicalJson({ ...known })
