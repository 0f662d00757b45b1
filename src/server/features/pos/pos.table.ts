import { date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, minorUnits, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId, DeviceId, ItemId, SaleId, ShiftId, UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Allergen } from '#shared/pos/catalogue.contract.ts'
import type { CashPiles, DrawerCount, ShiftReport } from '#shared/pos/shift.contract.ts'
import type { Discount, LineDiscount, LineModifier, PriceOverride, TaxTotal } from '#shared/pos/sale.contract.ts'

export const shifts = pgTable(
  'shifts',
  {
    schoolId: schoolId(),
    id: uuid('id').$type<ShiftId>().notNull(),
    tillId: uuid('till_id').notNull(),
    deviceId: uuid('device_id').$type<DeviceId>().notNull(),
    epoch: integer('epoch').notNull(),
    no: integer('no').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    businessDay: date('business_day', { mode: 'string' }).notNull(),
    floatAmount: minorUnits('float_amount').notNull(),
    openedBy: uuid('opened_by').$type<UserId>().notNull(),
    openedAt: instant('opened_at').notNull(),
    closedBy: uuid('closed_by').$type<UserId>(),
    closedAt: instant('closed_at'),
    countedCash: minorUnits('counted_cash'),
    differenceReason: text('difference_reason'),
    /** Notes and coins of the float. */
    floatPiles: jsonb('float_piles').$type<CashPiles>(),
    /** Float that the close before it left, as the device knew it, and that close's shift. */
    carriedAmount: minorUnits('carried_amount'),
    carriedFrom: uuid('carried_from').$type<ShiftId>(),
    /** Every count of the close, the recount last. */
    counts: jsonb('counts').$type<DrawerCount[]>(),
    leftAmount: minorUnits('left_amount'),
    leftBag: text('left_bag'),
    /** Counted less expected cash of a close whose Z was the server's own. */
    difference: minorUnits('difference'),
    /** Z report as the device printed it; the server's own is always computed from rows. */
    printedReport: jsonb('printed_report').$type<ShiftReport>(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('shifts_till_idx').on(t.schoolId, t.tillId, t.epoch, t.no),
    index('shifts_day_idx').on(t.schoolId, t.businessDay),
    tenantPolicy('shifts'),
  ],
)

export const sales = pgTable(
  'sales',
  {
    schoolId: schoolId(),
    id: uuid('id').$type<SaleId>().notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    tillId: uuid('till_id').notNull(),
    epoch: integer('epoch').notNull(),
    receiptSeq: integer('receipt_seq').notNull(),
    receiptNo: text('receipt_no').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    businessDay: date('business_day', { mode: 'string' }).notNull(),
    soldAt: instant('sold_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    cashierId: uuid('cashier_id').$type<UserId>().notNull(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    customerProof: text('customer_proof').notNull(),
    priceListVersion: integer('price_list_version').notNull(),
    snapshotAt: instant('snapshot_at').notNull(),
    gross: minorUnits('gross').notNull(),
    discountTotal: minorUnits('discount_total').notNull(),
    net: minorUnits('net').notNull(),
    tax: minorUnits('tax').notNull(),
    total: minorUnits('total').notNull(),
    discount: jsonb('discount').$type<Discount>(),
    taxes: jsonb('taxes').$type<TaxTotal[]>().notNull(),
    flags: text('flags').array().notNull(),
    /** Refund that it was exchanged with. */
    exchangeOf: uuid('exchange_of'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    // Not unique: a repeated number is a fact to be flagged, never a reason to lose a sale.
    index('sales_receipt_idx').on(t.schoolId, t.tillId, t.epoch, t.receiptSeq),
    index('sales_shift_idx').on(t.schoolId, t.shiftId),
    index('sales_day_idx').on(t.schoolId, t.businessDay, t.soldAt),
    index('sales_sold_idx').on(t.schoolId, t.soldAt, t.id),
    tenantPolicy('sales'),
  ],
)

export const saleLines = pgTable(
  'sale_lines',
  {
    schoolId: schoolId(),
    saleId: uuid('sale_id').$type<SaleId>().notNull(),
    n: integer('n').notNull(),
    id: uuid('id').notNull(),
    itemId: uuid('item_id').$type<ItemId>().notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    qtyMilli: integer('qty_milli').notNull(),
    unitPrice: minorUnits('unit_price').notNull(),
    modifiers: jsonb('modifiers').$type<LineModifier[]>().notNull(),
    gross: minorUnits('gross').notNull(),
    discount: minorUnits('discount').notNull(),
    taxCode: text('tax_code').notNull(),
    ratePpm: integer('rate_ppm').notNull(),
    tax: minorUnits('tax').notNull(),
    net: minorUnits('net').notNull(),
    allergens: text('allergens').array().$type<Allergen[]>().notNull(),
    overrideReason: text('override_reason'),
    ownDiscount: jsonb('own_discount').$type<LineDiscount>(),
    priceOverride: jsonb('price_override').$type<PriceOverride>(),
    note: text('note'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.saleId, t.n] }),
    foreignKey({ columns: [t.schoolId, t.saleId], foreignColumns: [sales.schoolId, sales.id] }),
    tenantPolicy('sale_lines'),
  ],
)
