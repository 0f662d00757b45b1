// chunk: food
import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { ItemId, Minor, Uuid } from '#shared/kernel/fields.ts'

/** The allergens that a school has to name (EU regulation 1169/2011, annex II; widely used in the Gulf). */
export const Allergen = z.enum([
  'celery',
  'crustacean',
  'egg',
  'fish',
  'gluten',
  'lupin',
  'milk',
  'mollusc',
  'mustard',
  'nuts',
  'peanut',
  'sesame',
  'soy',
  'sulphites',
])
export type Allergen = z.infer<typeof Allergen>

export const Diet = z.enum(['halal', 'vegetarian', 'vegan'])
export type Diet = z.infer<typeof Diet>

export const Category = z.object({
  id: Uuid,
  name: Bilingual,
  sort: z.int(),
  active: z.boolean(),
  /** Colour of its tiles in degrees of the colour wheel; absent where the till chooses one. */
  hue: z.int().optional(),
})
export type Category = z.infer<typeof Category>

export const Modifier = z.object({
  id: Uuid,
  name: Bilingual,
  priceDelta: Minor,
  addsAllergens: z.array(Allergen),
  removesAllergens: z.array(Allergen),
})
export type Modifier = z.infer<typeof Modifier>

export const ModifierGroup = z.object({
  id: Uuid,
  name: Bilingual,
  /** How many modifiers must and may be chosen. */
  min: z.int().min(0),
  max: z.int().min(1),
  modifiers: z.array(Modifier),
})
export type ModifierGroup = z.infer<typeof ModifierGroup>

export const Item = z.object({
  id: ItemId,
  categoryId: Uuid,
  name: Bilingual,
  price: Minor,
  taxCode: z.string(),
  barcode: z.string().nullable(),
  modifierGroupIds: z.array(Uuid),
  allergens: z.array(Allergen),
  diet: z.array(Diet),
  kcal: z.int().nullable(),
  sort: z.int(),
  active: z.boolean(),
  /** Further codes by which a scanner finds it. */
  moreBarcodes: z.array(z.string()).optional(),
  /** Business day on which it is sold out; on any other day it is sold again. */
  soldOutOn: z.string().optional(),
  /** First and last business day on which it is sold. */
  availableFrom: z.string().optional(),
  availableUntil: z.string().optional(),
  /** Path of its picture; another picture has another path. */
  picture: z.string().optional(),
  /** Kinds of food that the law's lists name (`FoodClass`). */
  foodClasses: z.array(z.string()).optional(),
  /** Prices that begin later, by their first business day. */
  nextPrices: z.array(z.object({ from: z.string(), price: Minor })).optional(),
})
export type Item = z.infer<typeof Item>
