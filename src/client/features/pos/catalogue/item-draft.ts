import { latinDigits } from '#shared/kernel/digits.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import { type CatalogueItem, ItemInput, maxPrice } from '#shared/pos/catalogue-edit.contract.ts'

/** An item as it is typed. */
export interface ItemDraft
  extends Pick<ItemInput, 'categoryId' | 'taxCode' | 'modifierGroupIds' | 'allergens' | 'diet' | 'active'> {
  name: Bilingual
  price: string
  /** Empty for an item without one. */
  barcode: string
  kcal: string
  sort: string
}

export type WrongItemField = 'name' | 'price' | 'barcode' | 'kcal' | 'sort'

/** Returns the draft of an item as it stands. */
export function itemDraftOf(item: Omit<CatalogueItem, 'id' | 'version'>, currency: Currency): ItemDraft {
  const { price, barcode, kcal, sort, ...same } = item
  return {
    ...same,
    price: toDecimalText(price, currency),
    barcode: barcode ?? '',
    kcal: kcal === null ? '' : String(kcal),
    sort: String(sort),
  }
}

const wholeNumber = (typed: string): number => Number.parseInt(latinDigits(typed.trim()), 10)

/** Reads a draft. `wrong` names the fields that could not be saved, in their order on the form. */
export function readItemDraft(
  draft: ItemDraft,
  id: CatalogueItem['id'],
  currency: Currency,
): { item?: ItemInput; wrong: WrongItemField[] } {
  const { name, price, barcode, kcal, sort, ...same } = draft
  const amount = parseDecimalText(price, currency)
  const input = {
    ...same,
    id,
    name: { en: name.en.trim(), ar: name.ar.trim() },
    price: amount !== undefined && amount <= maxPrice ? amount : null,
    barcode: latinDigits(barcode.trim()) || null,
    kcal: kcal.trim() === '' ? null : wholeNumber(kcal),
    sort: sort.trim() === '' ? 0 : wholeNumber(sort),
  }
  const read = ItemInput.safeParse(input)
  if (read.success) return { item: read.data, wrong: [] }
  const at = new Set(read.error.issues.map(({ path }) => path[0]))
  return { wrong: (['name', 'price', 'barcode', 'kcal', 'sort'] as const).filter((field) => at.has(field)) }
}
