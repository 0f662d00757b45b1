import { latinDigits } from '#shared/kernel/digits.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Currency, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import { type CatalogueItem, ItemInput, maxPrice } from '#shared/pos/catalogue-edit.contract.ts'
import { FoodClass } from '#shared/pos/spending/spending-rule.contract.ts'

/** An item as it is typed. */
export interface ItemDraft
  extends Pick<ItemInput, 'categoryId' | 'taxCode' | 'modifierGroupIds' | 'allergens' | 'diet' | 'active'> {
  name: Bilingual
  foodClasses: FoodClass[]
  price: string
  /** Empty for an item without one. */
  barcode: string
  /** With spaces or commas between them. */
  moreBarcodes: string
  kcal: string
  sort: string
  /** Empty for always. */
  availableFrom: string
  availableUntil: string
}

const wrongFields = [
  'name',
  'price',
  'barcode',
  'moreBarcodes',
  'sort',
  'availableFrom',
  'availableUntil',
  'kcal',
] as const
export type WrongItemField = (typeof wrongFields)[number]

/** Returns the draft of an item as it stands. */
export function itemDraftOf(item: Omit<CatalogueItem, 'id' | 'version'>, currency: Currency): ItemDraft {
  const { price, barcode, moreBarcodes = [], kcal, sort, availableFrom = '', availableUntil = '', ...rest } = item
  const { soldOutOn: _day, picture: _path, nextPrices: _later, foodClasses = [], ...same } = rest
  return {
    ...same,
    foodClasses: FoodClass.options.filter((each) => foodClasses.includes(each)),
    price: toDecimalText(price, currency),
    barcode: barcode ?? '',
    moreBarcodes: moreBarcodes.join(' '),
    availableFrom,
    availableUntil,
    kcal: kcal === null ? '' : String(kcal),
    sort: String(sort),
  }
}

/** Each once: what is typed or scanned twice is one code. */
const codesIn = (typed: string): string[] => [
  ...new Set(
    latinDigits(typed)
      .split(/[\s,،;]+/)
      .filter(Boolean),
  ),
]

const wholeNumber = (typed: string): number => Number.parseInt(latinDigits(typed.trim()), 10)

/** Reads a draft. `wrong` names the fields that could not be saved, in their order on the form. */
export function readItemDraft(
  draft: ItemDraft,
  id: CatalogueItem['id'],
  currency: Currency,
): { item?: ItemInput; wrong: WrongItemField[] } {
  const { name, price, barcode, moreBarcodes, kcal, sort, availableFrom, availableUntil, ...same } = draft
  const amount = parseDecimalText(price, currency)
  const input = {
    ...same,
    id,
    name: { en: name.en.trim(), ar: name.ar.trim() },
    price: amount !== undefined && amount <= maxPrice ? amount : null,
    barcode: latinDigits(barcode.trim()) || null,
    moreBarcodes: codesIn(moreBarcodes),
    availableFrom: availableFrom || null,
    availableUntil: availableUntil || null,
    kcal: kcal.trim() === '' ? null : wholeNumber(kcal),
    sort: sort.trim() === '' ? 0 : wholeNumber(sort),
  }
  const read = ItemInput.safeParse(input)
  const isTurned = availableFrom !== '' && availableUntil !== '' && availableUntil < availableFrom
  if (read.success) return isTurned ? { wrong: ['availableUntil'] } : { item: read.data, wrong: [] }
  const at = new Set(read.error.issues.map(({ path }) => path[0]))
  return { wrong: wrongFields.filter((field) => at.has(field)) }
}
