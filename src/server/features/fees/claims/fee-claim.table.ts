import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, erasePolicy, instant, minorUnits, onlyOf, schoolId } from '#server/kernel/columns.ts'
import { claimKinds } from '#shared/fees/fee-refund.contract.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Refunds and write-offs that were asked for. Append-only; what became of them stands in `fee_claim_ends`. */
export const feeClaims = pgTable(
  'fee_claims',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    kind: text('kind').$type<(typeof claimKinds)[number]>().notNull(),
    payerId: uuid('payer_id').notNull(),
    studentId: uuid('student_id'),
    amount: minorUnits('amount').notNull(),
    paymentId: uuid('payment_id'),
    chargeId: uuid('charge_id'),
    method: text('method').$type<FeeMethod>(),
    /** Typed; null after an erasure. */
    reason: text('reason'),
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_claims_at_idx').on(t.schoolId, t.at),
    index('fee_claims_payment_idx').on(t.schoolId, t.paymentId),
    index('fee_claims_charge_idx').on(t.schoolId, t.chargeId),
    check('fee_claims_amount_check', sql`${t.amount} > 0`),
    check('fee_claims_of_check', sql`(${t.paymentId} is null) <> (${t.chargeId} is null)`),
    onlyOf('fee_claims_kind_check', t.kind, claimKinds),
    ...appendOnlyPolicies('fee_claims'),
    erasePolicy('fee_claims', { blank: 'reason is null' }),
  ],
)

export const claimEnds = ['approved', 'refused', 'paid'] as const

/** What became of a claim. Append-only: one row of each kind at most. */
export const feeClaimEnds = pgTable(
  'fee_claim_ends',
  {
    schoolId: schoolId(),
    claimId: uuid('claim_id').notNull(),
    kind: text('kind').$type<(typeof claimEnds)[number]>().notNull(),
    /** Of a payment: its day, and the document of the refund. */
    paidOn: date('paid_on', { mode: 'string' }),
    reference: text('reference'),
    documentId: uuid('document_id'),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.claimId, t.kind] }),
    onlyOf('fee_claim_ends_kind_check', t.kind, claimEnds),
    foreignKey({ columns: [t.schoolId, t.claimId], foreignColumns: [feeClaims.schoolId, feeClaims.id] }),
    ...appendOnlyPolicies('fee_claim_ends'),
  ],
)
