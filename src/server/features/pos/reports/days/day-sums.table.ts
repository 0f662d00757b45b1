import { bigint, customType, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, minorUnits, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { ItemId, ShiftId, UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'

/*
 * Sums of business days that are over, of which reports of long periods are added up. Rows of a day hold only while it is in `summed_days`
 * with a moment; they name no pupil and no family. Amounts are in the currency of that row, and none is of documents in another one.
 */

/** Numbers as the ranges they form. */
const int8multirange = customType<{ data: string }>({ dataType: () => 'int8multirange' })

const businessDay = () => date('business_day', { mode: 'string' }).notNull()
const milli = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Columns of the figures of documents, as `documentSums` selects them. */
const salesFigures = () => ({
  sales: integer('sales').notNull(),
  refunds: integer('refunds').notNull(),
  gross: minorUnits('gross').notNull(),
  discount: minorUnits('discount').notNull(),
  refunded: minorUnits('refunded').notNull(),
  net: minorUnits('net').notNull(),
  tax: minorUnits('tax').notNull(),
  total: minorUnits('total').notNull(),
})

/** What the lines of standing sales and of refunds come to, by item and tax, as `sumLineRows` reads them from the documents. */
export const itemDays = pgTable(
  'item_days',
  {
    schoolId: schoolId(),
    businessDay: businessDay(),
    tillId: uuid('till_id').notNull(),
    itemId: uuid('item_id').$type<ItemId>().notNull(),
    taxCode: text('tax_code').notNull(),
    ratePpm: integer('rate_ppm').notNull(),
    qtyMilli: milli('qty_milli'),
    wasteMilli: milli('waste_milli'),
    gross: minorUnits('gross').notNull(),
    discount: minorUnits('discount').notNull(),
    refunded: minorUnits('refunded').notNull(),
    net: minorUnits('net').notNull(),
    tax: minorUnits('tax').notNull(),
  },
  (t) => [
    primaryKey({
      name: 'item_days_pk',
      columns: [t.schoolId, t.businessDay, t.tillId, t.itemId, t.taxCode, t.ratePpm],
    }),
    tenantPolicy('item_days'),
  ],
)

/** What the standing sales and the refunds of a till come to. */
export const tillDays = pgTable(
  'till_days',
  {
    schoolId: schoolId(),
    businessDay: businessDay(),
    tillId: uuid('till_id').notNull(),
    ...salesFigures(),
    lastSoldAt: instant('last_sold_at'),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.businessDay, t.tillId] }), tenantPolicy('till_days')],
)

/** What the standing sales and the refunds of a shift come to by the person at the till and the quarter of the school's day. */
export const quarterDays = pgTable(
  'quarter_days',
  {
    schoolId: schoolId(),
    businessDay: businessDay(),
    tillId: uuid('till_id').notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    by: uuid('by').$type<UserId>().notNull(),
    /** By the clock of the time zone in `summed_days`: 0 (00:00) to 95 (23:45). */
    quarter: integer('quarter').notNull(),
    ...salesFigures(),
  },
  (t) => [
    primaryKey({
      name: 'quarter_days_pk',
      columns: [t.schoolId, t.businessDay, t.tillId, t.shiftId, t.by, t.quarter],
    }),
    tenantPolicy('quarter_days'),
  ],
)

/** What should have been in the drawer of a shift of that day when it was closed. */
export const shiftDays = pgTable(
  'shift_days',
  {
    schoolId: schoolId(),
    businessDay: businessDay(),
    tillId: uuid('till_id').notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    expected: minorUnits('expected').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.businessDay, t.tillId, t.shiftId] }), tenantPolicy('shift_days')],
)

/** What stands beside the sales of a till: tenders, voids, movements of cash, top-ups, counted drawers, documents in another currency. */
export const drawerDays = pgTable(
  'drawer_days',
  {
    schoolId: schoolId(),
    businessDay: businessDay(),
    tillId: uuid('till_id').notNull(),
    what: text('what').notNull(),
    kind: text('kind').notNull(),
    count: integer('count').notNull(),
    amount: minorUnits('amount').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.businessDay, t.tillId, t.what, t.kind] }),
    onlyOf('drawer_days_what_check', t.what, ['tender', 'void', 'movement', 'top-up', 'drawer', 'other-currency']),
    tenantPolicy('drawer_days'),
  ],
)

/** Receipt numbers of a till and epoch that have arrived: what is missing between them follows for any number of days. */
export const receiptDays = pgTable(
  'receipt_days',
  {
    schoolId: schoolId(),
    businessDay: businessDay(),
    tillId: uuid('till_id').notNull(),
    epoch: integer('epoch').notNull(),
    numbers: int8multirange('numbers').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.businessDay, t.tillId, t.epoch] }), tenantPolicy('receipt_days')],
)

/**
 * Days whose sums hold, or are being made. Whatever writes a document of a day, or changes how one is reported, deletes the day here in
 * its own transaction (`unsumDays`).
 */
export const summedDays = pgTable(
  'summed_days',
  {
    schoolId: schoolId(),
    businessDay: businessDay(),
    /** The school's currency at that time; the sums hold for no other one. */
    currency: text('currency').$type<Currency>().notNull(),
    /** The school's time zone at that time, in which quarters were told; null where an earlier release summed the day without them. */
    timeZone: text('time_zone'),
    /** Who makes the sums; another attempt may take a day over until they are made. */
    attempt: uuid('attempt').notNull(),
    /** Null while they are being made. */
    summedAt: instant('summed_at'),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.businessDay] }), tenantPolicy('summed_days')],
)
