import { boolean, date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, schoolId } from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId, ItemId, SaleId, ShiftId, UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import type { RefundedGoods, RefundTender } from '#shared/pos/refunds/refund.contract.ts'
import type { TaxTotal } from '#shared/pos/sale.contract.ts'

/** Refunds of sales, append-only. One may arrive for a sale that never did, so there is no foreign key to the sale. */
export const refunds = pgTable(
  'refunds',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    tillId: uuid('till_id').notNull(),
    epoch: integer('epoch').notNull(),
    receiptSeq: integer('receipt_seq').notNull(),
    receiptNo: text('receipt_no').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    businessDay: date('business_day', { mode: 'string' }).notNull(),
    saleId: uuid('sale_id').$type<SaleId>().notNull(),
    saleReceiptNo: text('sale_receipt_no').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    gross: minorUnits('gross').notNull(),
    discountTotal: minorUnits('discount_total').notNull(),
    net: minorUnits('net').notNull(),
    tax: minorUnits('tax').notNull(),
    total: minorUnits('total').notNull(),
    taxes: jsonb('taxes').$type<TaxTotal[]>().notNull(),
    reason: text('reason').notNull(),
    approvalId: uuid('approval_id'),
    exchangeSaleId: uuid('exchange_sale_id').$type<SaleId>(),
    /** True where no receipt was shown; null stands for false. */
    withoutSale: boolean('without_sale'),
    by: uuid('by').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    // Not unique: a repeated number is a fact to be flagged.
    index('refunds_receipt_idx').on(t.schoolId, t.tillId, t.epoch, t.receiptSeq),
    index('refunds_sale_idx').on(t.schoolId, t.saleId),
    index('refunds_shift_idx').on(t.schoolId, t.shiftId),
    index('refunds_at_idx').on(t.schoolId, t.at, t.id),
    index('refunds_day_idx').on(t.schoolId, t.businessDay),
    ...appendOnlyPolicies('refunds'),
  ],
)

export const refundLines = pgTable(
  'refund_lines',
  {
    schoolId: schoolId(),
    refundId: uuid('refund_id').notNull(),
    n: integer('n').notNull(),
    saleLineId: uuid('sale_line_id').notNull(),
    itemId: uuid('item_id').$type<ItemId>().notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    qtyMilli: integer('qty_milli').notNull(),
    gross: minorUnits('gross').notNull(),
    discount: minorUnits('discount').notNull(),
    taxCode: text('tax_code').notNull(),
    ratePpm: integer('rate_ppm').notNull(),
    tax: minorUnits('tax').notNull(),
    net: minorUnits('net').notNull(),
    goods: text('goods').$type<RefundedGoods>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.refundId, t.n] }),
    foreignKey({ columns: [t.schoolId, t.refundId], foreignColumns: [refunds.schoolId, refunds.id] }),
    ...appendOnlyPolicies('refund_lines'),
  ],
)

export const refundTenders = pgTable(
  'refund_tenders',
  {
    schoolId: schoolId(),
    refundId: uuid('refund_id').notNull(),
    n: integer('n').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<RefundTender['kind']>().notNull(),
    amount: minorUnits('amount').notNull(),
    saleTenderId: uuid('sale_tender_id').notNull(),
    rounding: minorUnits('rounding'),
    customerId: uuid('customer_id').$type<CustomerId>(),
    terminalRef: text('terminal_ref'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.refundId, t.n] }),
    foreignKey({ columns: [t.schoolId, t.refundId], foreignColumns: [refunds.schoolId, refunds.id] }),
    ...appendOnlyPolicies('refund_tenders'),
  ],
)

/** Approvals that acts at tills rested on, append-only; each serves one act. */
export const approvals = pgTable(
  'approvals',
  {
    schoolId: schoolId(),
    /** Operation that it was used for. */
    opId: uuid('op_id').notNull(),
    id: uuid('id').notNull(),
    act: text('act').$type<ApprovedAct>().notNull(),
    hash: text('hash').notNull(),
    by: uuid('by').$type<UserId>().notNull(),
    proof: text('proof').notNull(),
    at: instant('at').notNull(),
    shiftId: uuid('shift_id').$type<ShiftId>().notNull(),
    /** Document that the act made; null in rows of an earlier release, whose operation has its id. */
    subjectId: uuid('subject_id'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.opId] }),
    index('approvals_id_idx').on(t.schoolId, t.id),
    index('approvals_shift_idx').on(t.schoolId, t.shiftId),
    index('approvals_subject_idx').on(t.schoolId, t.subjectId),
    ...appendOnlyPolicies('approvals'),
  ],
)
