import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { DayInput, Int4, Minor, Revision, Uuid } from '#shared/kernel/fields.ts'
import { Allergen } from '../catalogue.contract.ts'
import { BothNames, ItemInput, maxPrice, TillFavourites } from '../catalogue-edit.contract.ts'

/*
 * What supervisors change in the catalogue besides single items and categories. Each change names the versions that were seen.
 */

const Version = z.object({ version: z.int() })

/** Puts the categories into this order. @throws AppError access.denied, catalogue.changed where it is not the same categories */
export const orderCategories = endpoint({
  method: 'post',
  path: '/catalogue/order',
  audience: 'session',
  body: z.object({ categoryIds: z.array(Uuid).min(1).max(500) }),
  reply: Nothing,
})

export const maxModifiers = 40
/** An option may make an item cheaper. */
const PriceDelta = Minor.refine((price) => price >= -maxPrice && price <= maxPrice)

export const ModifierGroupInput = z.object({
  id: Uuid,
  name: BothNames,
  min: Int4.min(0).max(maxModifiers),
  max: Int4.min(1).max(maxModifiers),
  modifiers: z
    .array(
      z.object({
        id: Uuid,
        name: BothNames,
        priceDelta: PriceDelta,
        addsAllergens: z.array(Allergen).max(14),
        removesAllergens: z.array(Allergen).max(14),
      }),
    )
    .min(1)
    .max(maxModifiers),
})
export type ModifierGroupInput = z.infer<typeof ModifierGroupInput>

/**
 * Adds or changes a group of options; `seen` is the version it was changed from, 0 for a new one.
 * @throws AppError access.denied, catalogue.changed, request.invalid where more options must be chosen than may be or there are
 */
export const saveModifierGroup = endpoint({
  method: 'post',
  path: '/catalogue/options',
  audience: 'session',
  body: z.object({ group: ModifierGroupInput, seen: Revision }),
  reply: Version,
})

/** Marks an item as sold out for the business day, or as available again. The same again changes nothing. */
export const setSoldOut = endpoint({
  method: 'post',
  path: '/catalogue/sold-out',
  audience: 'session',
  body: z.object({ itemId: ItemInput.shape.id, isSoldOut: z.boolean() }),
  reply: Version,
})

/** The most that are saved as one change. */
export const maxItemsAtOnce = 5000

/** Why one of many items was not saved: `at` is its place in what was sent, `field` null where it is the whole item. */
export const RefusedItem = z.object({
  at: z.int(),
  field: z.enum(['categoryId', 'taxCode', 'modifierGroupIds', 'barcode', 'moreBarcodes', 'availableUntil']).nullable(),
  why: z.enum(['changed', 'unknown', 'taken', 'order']),
})
export type RefusedItem = z.infer<typeof RefusedItem>

/** Adds or changes many items as one change: all of them, or none and every reason why. @throws AppError access.denied */
export const saveItems = endpoint({
  method: 'post',
  path: '/catalogue/items',
  audience: 'session',
  body: z.object({
    changes: z
      .array(z.object({ item: ItemInput, seen: Revision }))
      .min(1)
      .max(maxItemsAtOnce),
  }),
  reply: z.object({ refused: z.array(RefusedItem), changed: z.int() }),
  bodyLimit: 8 * 2 ** 20,
})

/**
 * Plans prices that begin on a later business day; null removes a planned one. Tills have them in advance and change over on that
 * day, also without a network. All or none.
 * @throws AppError access.denied, catalogue.day-begun
 */
export const planPrices = endpoint({
  method: 'post',
  path: '/catalogue/prices',
  audience: 'session',
  body: z.object({
    /** First business day of these prices. */
    day: DayInput,
    prices: z
      .array(z.object({ itemId: ItemInput.shape.id, price: ItemInput.shape.price.nullable(), seen: Revision }))
      .min(1)
      .max(maxItemsAtOnce),
  }),
  reply: z.object({ refused: z.array(RefusedItem), changed: z.int() }),
  bodyLimit: 2 * 2 ** 20,
})

/** The longer side in pixels and the size in bytes of a picture as it is uploaded. */
export const pictureSide = 256
export const maxPictureBytes = 30_000

/**
 * Sets or removes the picture of an item: WebP or JPEG, made small by the device.
 * @throws AppError access.denied, request.not-found, catalogue.picture-refused
 */
export const saveItemPicture = endpoint({
  method: 'post',
  path: '/catalogue/picture',
  audience: 'session',
  body: z.object({
    itemId: ItemInput.shape.id,
    data: z
      .base64()
      .min(1)
      .max(Math.ceil(maxPictureBytes / 3) * 4)
      .nullable(),
  }),
  reply: Version.extend({ picture: z.string().nullable() }),
})

export const maxFavourites = 60
/** What the group is called at first; a school may name it again for each till. */
export const favouritesName = { en: 'Favourites', ar: 'المفضلة' } as const

/** Sets which items stand first on a till; none removes them. @throws AppError access.denied, catalogue.changed, request.not-found */
export const saveFavourites = endpoint({
  method: 'post',
  path: '/catalogue/favourites',
  audience: 'session',
  body: z.object({
    tillId: Uuid,
    favourites: z.object({ name: BothNames, itemIds: z.array(ItemInput.shape.id).max(maxFavourites) }),
    seen: Revision,
  }),
  reply: TillFavourites.pick({ version: true }),
})
