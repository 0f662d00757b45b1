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
import { minorUnits, schoolId, tenantPolicy, version } from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import type { Allergen, Diet, Modifier } from '#shared/pos/catalogue.contract.ts'

export const categories = pgTable(
  'categories',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    sort: integer('sort').notNull(),
    active: boolean('active').notNull(),
    version: version(),
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
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('items_version_idx').on(t.schoolId, t.version, t.id),
    uniqueIndex('items_barcode_key').on(t.schoolId, t.barcode),
    foreignKey({ columns: [t.schoolId, t.categoryId], foreignColumns: [categories.schoolId, categories.id] }),
    tenantPolicy('items'),
  ],
)
