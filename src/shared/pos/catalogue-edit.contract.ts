// chunk: desk-calls
import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency, DayInput, Int4, Minor, Revision, TypedName, Uuid } from '#shared/kernel/fields.ts'
import { TaxCode } from '#shared/school/tax-code.contract.ts'
import { Till } from '#shared/sync/device.contract.ts'
import { Category, Item, ModifierGroup } from './catalogue.contract.ts'
import { FoodClass } from './spending/spending-rule.contract.ts'

/*
 * The catalogue as supervisors edit it. Each row has its own version; a change names the version that was seen, so that of two
 * people at once the second is told. What is read has wide types: rows written before a bound existed stay readable.
 */

const Versioned = z.object({ version: z.int() })

export const CatalogueItem = Item.extend({ ...Versioned.shape, foodClasses: z.array(FoodClass).optional() })
export type CatalogueItem = z.infer<typeof CatalogueItem>
export const CatalogueCategory = Category.extend(Versioned.shape)
export type CatalogueCategory = z.infer<typeof CatalogueCategory>

export const CatalogueGroup = ModifierGroup.extend(Versioned.shape)
export type CatalogueGroup = z.infer<typeof CatalogueGroup>

/** Items that stand first on a till. */
export const TillFavourites = z.object({
  till: Till,
  name: Bilingual,
  itemIds: z.array(z.string()),
  /** 0 for a till that never had any. */
  version: z.int(),
})
export type TillFavourites = z.infer<typeof TillFavourites>

export const Catalogue = z.object({
  currency: Currency,
  /** Business day of the school now. */
  today: z.string(),
  taxCodes: z.array(TaxCode),
  categories: z.array(CatalogueCategory),
  items: z.array(CatalogueItem),
  modifierGroups: z.array(CatalogueGroup),
  favourites: z.array(TillFavourites),
})
export type Catalogue = z.infer<typeof Catalogue>

/** Returns the whole catalogue, hidden rows too. @throws AppError access.denied */
export const readCatalogue = endpoint({
  method: 'get',
  path: '/catalogue',
  audience: 'session',
  public: { scope: 'catalogue.read', name: 'readCatalogue' },
  body: Nothing,
  reply: Catalogue,
})

/** More than anything in a canteen costs, in any currency. */
export const maxPrice = 10_000_000
export const maxNameLength = 80

export const CatalogueName = TypedName.pipe(z.string().min(1).max(maxNameLength))
export const BothNames = z.object({ en: CatalogueName, ar: CatalogueName })
const Sort = Int4.min(0).max(100_000)

/** What a later release added is absent in the call of an earlier one, and then stays as it is. */
export const CategoryInput = z.object({
  id: Uuid,
  name: BothNames,
  sort: Sort,
  active: z.boolean(),
  /** Null for the colour that the tills choose. */
  hue: Int4.min(0).max(359).nullable().optional(),
})
export type CategoryInput = z.infer<typeof CategoryInput>

/** What a scanner can read and a keyboard can type. */
export const Barcode = z.string().regex(/^[!-~]{3,32}$/)

export const ItemInput = z.object({
  id: Item.shape.id,
  categoryId: Uuid,
  name: BothNames,
  price: Minor.refine((price) => price >= 0 && price <= maxPrice),
  taxCode: z.string().min(1).max(20),
  barcode: Barcode.nullable(),
  modifierGroupIds: z.array(Uuid).max(20),
  allergens: Item.shape.allergens.max(14),
  diet: Item.shape.diet.max(3),
  kcal: Int4.min(0).max(5000).nullable(),
  sort: Sort,
  active: z.boolean(),
  moreBarcodes: z.array(Barcode).max(10).optional(),
  availableFrom: DayInput.nullable().optional(),
  availableUntil: DayInput.nullable().optional(),
  foodClasses: z.array(FoodClass).max(FoodClass.options.length).optional(),
})
export type ItemInput = z.infer<typeof ItemInput>

/**
 * Adds or changes a category; `seen` is the version it was changed from, 0 for a new one. The same again changes nothing.
 * @throws AppError access.denied, catalogue.changed
 */
export const saveCategory = endpoint({
  method: 'post',
  path: '/catalogue/category',
  audience: 'session',
  body: z.object({ category: CategoryInput, seen: Revision }),
  reply: z.object({ version: z.int() }),
})

/**
 * Adds or changes an item. Tills sell with it after their next pull; a sale keeps the price it was made with.
 * @throws AppError access.denied, catalogue.changed, catalogue.barcode-taken, request.not-found for a category, tax code or
 *   group of modifiers that the school has not, request.invalid for a last day before the first
 */
export const saveItem = endpoint({
  method: 'post',
  path: '/catalogue/item',
  audience: 'session',
  body: z.object({ item: ItemInput, seen: Revision }),
  reply: z.object({ version: z.int() }),
})
