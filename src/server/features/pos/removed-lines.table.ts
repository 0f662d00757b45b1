import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, minorUnits, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { ItemId, SaleId, ShiftId, UserId } from '#shared/kernel/ids.ts'

/** Carts that were begun and never paid. Kept for a short time: what was in them may tell what a child must not eat. */
export const droppedCarts = pgTable(
  'dropped_carts',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    /** A sale of this id says that the cart was taken up again. */
    cartId: uuid('cart_id').$type<SaleId>().notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    cause: text('cause').notNull(),
    begunAt: instant('begun_at').notNull(),
    by: uuid('by').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('dropped_carts_shift_idx').on(t.schoolId, t.shiftId),
    index('dropped_carts_at_idx').on(t.schoolId, t.receivedAt),
    tenantPolicy('dropped_carts'),
  ],
)

/** Lines taken out of carts before they were paid, of sales (`sourceId` is the sale) and of dropped carts; as short-lived. */
export const removedLines = pgTable(
  'removed_lines',
  {
    schoolId: schoolId(),
    sourceId: uuid('source_id').notNull(),
    n: integer('n').notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    itemId: uuid('item_id').$type<ItemId>().notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    qtyMilli: integer('qty_milli').notNull(),
    price: minorUnits('price').notNull(),
    secondsAfterAdding: integer('seconds_after_adding').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.sourceId, t.n] }),
    index('removed_lines_shift_idx').on(t.schoolId, t.shiftId),
    index('removed_lines_at_idx').on(t.schoolId, t.receivedAt),
    tenantPolicy('removed_lines'),
  ],
)
