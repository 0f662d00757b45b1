import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, instant, minorUnits, schoolId, tenantPolicy, version } from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Allergen, Diet, Modifier } from '#shared/pos/catalogue.contract.ts'
import type { FoodClass } from '#shared/pos/spending/spending-rule.contract.ts'

export const categories = pgTable(
  'categories',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    sort: integer('sort').notNull(),
    active: boolean('active').notNull(),
    version: version(),
    /** In degrees of the colour wheel. */
    hue: integer('hue'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('categories_version_idx').on(t.schoolId, t.version, t.id),
    tenantPolicy('categories'),
  ],
)

export const modifierGroups = pgTable(
  'modifier_groups',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    min: integer('min').notNull(),
    max: integer('max').notNull(),
    modifiers: jsonb('modifiers').$type<Modifier[]>().notNull(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('modifier_groups_version_idx').on(t.schoolId, t.version, t.id),
    tenantPolicy('modifier_groups'),
  ],
)

export const items = pgTable(
  'items',
  {
    schoolId: schoolId(),
    id: uuid('id').$type<ItemId>().notNull(),
    categoryId: uuid('category_id').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    price: minorUnits('price').notNull(),
    taxCode: text('tax_code').notNull(),
    barcode: text('barcode'),
    modifierGroupIds: uuid('modifier_group_ids').array().notNull(),
    allergens: text('allergens').array().$type<Allergen[]>().notNull(),
    diet: text('diet').array().$type<Diet[]>().notNull(),
    kcal: integer('kcal'),
    sort: integer('sort').notNull(),
    active: boolean('active').notNull(),
    version: version(),
    moreBarcodes: text('more_barcodes').array().notNull().default([]),
    /** Business day on which it is sold out. */
    soldOutOn: text('sold_out_on').$type<Day>(),
    availableFrom: text('available_from').$type<Day>(),
    availableUntil: text('available_until').$type<Day>(),
    /** Hash of its picture in `item_pictures`. */
    picture: text('picture'),
    /** Kinds of food that the law's lists name (`FoodClass`). */
    foodClasses: text('food_classes').array().$type<FoodClass[]>().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('items_version_idx').on(t.schoolId, t.version, t.id),
    uniqueIndex('items_barcode_key').on(t.schoolId, t.barcode),
    foreignKey({ columns: [t.schoolId, t.categoryId], foreignColumns: [categories.schoolId, categories.id] }),
    tenantPolicy('items'),
  ],
)

/** Prices that begin on a later business day; a row goes once its day has begun and the item has its price. */
export const itemPrices = pgTable(
  'item_prices',
  {
    schoolId: schoolId(),
    validFrom: text('valid_from').$type<Day>().notNull(),
    itemId: uuid('item_id').$type<ItemId>().notNull(),
    price: minorUnits('price').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.validFrom, t.itemId] }),
    index('item_prices_item_idx').on(t.schoolId, t.itemId),
    foreignKey({ columns: [t.schoolId, t.itemId], foreignColumns: [items.schoolId, items.id] }),
    tenantPolicy('item_prices'),
  ],
)

/** Pictures of items by their hash, as tills show them. */
export const itemPictures = pgTable(
  'item_pictures',
  {
    schoolId: schoolId(),
    /** Of the bytes, hex. */
    hash: text('hash').notNull(),
    kind: text('kind').$type<'webp' | 'jpeg'>().notNull(),
    data: bytea('data').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.hash] }), tenantPolicy('item_pictures')],
)

/** Items that stand first on a till. */
export const tillFavourites = pgTable(
  'till_favourites',
  {
    schoolId: schoolId(),
    tillId: uuid('till_id').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    itemIds: uuid('item_ids').array().$type<ItemId[]>().notNull(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.tillId] }), tenantPolicy('till_favourites')],
)
