import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId } from '#server/kernel/columns.ts'
import { type AllocationReason, allocationReasons } from '#shared/fees/allocation.rules.ts'
import { type FeeMethod, feeMethods } from '#shared/fees/fee-values.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { feeCharges } from '../billing/fee-billing.table.ts'
import { feeDocuments } from '../documents/fee-document.table.ts'

/** Money that came for fees, each with its receipt. Append-only. */
export const feePayments = pgTable(
  'fee_payments',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    method: text('method').$type<FeeMethod>().notNull(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    payerId: uuid('payer_id').notNull(),
    studentId: uuid('student_id'),
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    reference: text('reference').notNull(),
    documentId: uuid('document_id').notNull(),
    /** Part of what the payer chose that was not open any more: finance looks at it. */
    unmet: minorUnits('unmet').notNull(),
    provisional: text('provisional'),
    /** What the payer still owed after it, as printed; null for payments recorded before it was kept. */
    openAfter: minorUnits('open_after'),
    /** Hash of the request: the same id with another request is not a repetition. */
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_payments_payer_idx').on(t.schoolId, t.payerId, t.recordedAt),
    index('fee_payments_student_idx').on(t.schoolId, t.studentId, t.recordedAt),
    index('fee_payments_received_idx').on(t.schoolId, t.receivedOn),
    index('fee_payments_provisional_idx').on(t.schoolId, t.provisional),
    check('fee_payments_amount_check', sql`${t.amount} > 0`),
    onlyOf('fee_payments_method_check', t.method, feeMethods),
    foreignKey({ columns: [t.schoolId, t.documentId], foreignColumns: [feeDocuments.schoolId, feeDocuments.id] }),
    ...appendOnlyPolicies('fee_payments'),
  ],
)

/** Sources of allocations: a payment, the child's seat deposit, a credit note, a write-off. */
export const allocationSources = ['payment', 'deposit', 'credit-note', 'write-off'] as const

/**
 * What settles which charge. Append-only: an allocation is taken back by a row with the opposite amount. What is open on a charge
 * is its amount with tax less all its allocations; what is not allocated of a payment is credit of its payer.
 */
export const feeAllocations = pgTable(
  'fee_allocations',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    source: text('source').$type<(typeof allocationSources)[number]>().notNull(),
    /** Payment, document of the credit note, claim of the write-off, or journal that applied the deposit. */
    sourceId: uuid('source_id').notNull(),
    chargeId: uuid('charge_id').notNull(),
    payerId: uuid('payer_id').notNull(),
    /** Negative where it takes another back. */
    amount: minorUnits('amount').notNull(),
    reverses: uuid('reverses'),
    reason: text('reason').$type<AllocationReason>().notNull(),
    byUser: uuid('by_user').$type<UserId>(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_allocations_charge_idx').on(t.schoolId, t.chargeId),
    index('fee_allocations_source_idx').on(t.schoolId, t.sourceId),
    index('fee_allocations_payer_idx').on(t.schoolId, t.payerId),
    check('fee_allocations_amount_check', sql`(${t.amount} < 0) = (${t.reverses} is not null) and ${t.amount} <> 0`),
    onlyOf('fee_allocations_source_check', t.source, allocationSources),
    onlyOf('fee_allocations_reason_check', t.reason, allocationReasons),
    foreignKey({ columns: [t.schoolId, t.chargeId], foreignColumns: [feeCharges.schoolId, feeCharges.id] }),
    foreignKey({ columns: [t.schoolId, t.reverses], foreignColumns: [t.schoolId, t.id] }),
    ...appendOnlyPolicies('fee_allocations'),
  ],
)

/** Money of a payment that went away again: cheques that bounced, refunds. Append-only. */
export const feePaymentReturns = pgTable(
  'fee_payment_returns',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    paymentId: uuid('payment_id').notNull(),
    kind: text('kind').$type<'bounced' | 'refund'>().notNull(),
    amount: minorUnits('amount').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_payment_returns_payment_idx').on(t.schoolId, t.paymentId),
    check('fee_payment_returns_amount_check', sql`${t.amount} > 0`),
    onlyOf('fee_payment_returns_kind_check', t.kind, ['bounced', 'refund']),
    foreignKey({ columns: [t.schoolId, t.paymentId], foreignColumns: [feePayments.schoolId, feePayments.id] }),
    ...appendOnlyPolicies('fee_payment_returns'),
  ],
)

/** Cheques that have cleared, and how much of each: until then a cheque is held. Append-only. */
export const feePaymentClearings = pgTable(
  'fee_payment_clearings',
  {
    schoolId: schoolId(),
    paymentId: uuid('payment_id').notNull(),
    amount: minorUnits('amount').notNull(),
    clearedOn: date('cleared_on', { mode: 'string' }).notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.paymentId] }),
    check('fee_payment_clearings_amount_check', sql`${t.amount} > 0`),
    foreignKey({ columns: [t.schoolId, t.paymentId], foreignColumns: [feePayments.schoolId, feePayments.id] }),
    ...appendOnlyPolicies('fee_payment_clearings'),
  ],
)

/** Prints of receipts: the first is the original, each further one a copy with its number. Append-only. */
export const feeReceiptPrints = pgTable(
  'fee_receipt_prints',
  {
    schoolId: schoolId(),
    paymentId: uuid('payment_id').notNull(),
    /** Made where it was printed. */
    id: uuid('id').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    /** When the server heard of it: a print without a network is told later. */
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.paymentId, t.id] }),
    foreignKey({ columns: [t.schoolId, t.paymentId], foreignColumns: [feePayments.schoolId, feePayments.id] }),
    ...appendOnlyPolicies('fee_receipt_prints'),
  ],
)
