import { bigint, boolean, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { ItemId, UserId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { StockEntry, WasteReason } from '#shared/pos/stock/stock.contract.ts'
import { items } from '../catalogue/catalogue.table.ts'

/** Items that a stock is or was kept for, and what follows from it for the tills. */
export const stockItems = pgTable(
  'stock_items',
  {
    schoolId: schoolId(),
    itemId: uuid('item_id').$type<ItemId>().notNull(),
    isTracked: boolean('is_tracked').notNull(),
    /** Sold out for the day once none is left. */
    sellsOut: boolean('sells_out').notNull(),
    /** Sales from this moment on count. */
    since: instant('since').notNull(),
    /** Business day on which the item was marked as sold out because none was left. */
    soldOutOn: text('sold_out_on').$type<Day>(),
    /** Last day on which all that is left may be sold. */
    goodUntil: text('good_until').$type<Day>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.itemId] }),
    foreignKey({ columns: [t.schoolId, t.itemId], foreignColumns: [items.schoolId, items.id] }),
    tenantPolicy('stock_items'),
  ],
)

/** What was received, wasted, counted and said about a count, append-only. What was sold follows from the sales. */
export const stockEntries = pgTable(
  'stock_entries',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    itemId: uuid('item_id').$type<ItemId>().notNull(),
    kind: text('kind').$type<StockEntry['kind']>().notNull(),
    qtyMilli: integer('qty_milli').notNull(),
    at: instant('at').notNull(),
    why: text('why').$type<WasteReason>(),
    note: text('note'),
    producedOn: date('produced_on', { mode: 'string' }),
    expiresOn: date('expires_on', { mode: 'string' }),
    /** Of a count: what was expected when it was entered. */
    expectedMilli: bigint('expected_milli', { mode: 'number' }),
    /** Of an explanation: the count it is about. */
    countId: uuid('count_id'),
    by: uuid('by').$type<UserId>().notNull(),
    enteredAt: instant('entered_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('stock_entries_item_idx').on(t.schoolId, t.itemId, t.at),
    onlyOf('stock_entries_kind_check', t.kind, ['received', 'wasted', 'counted', 'explained']),
    foreignKey({ columns: [t.schoolId, t.itemId], foreignColumns: [items.schoolId, items.id] }),
    ...appendOnlyPolicies('stock_entries'),
  ],
)
