import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  appendOnlyPolicies,
  erasePolicy,
  instant,
  minorUnits,
  onlyOf,
  schoolId,
  tenantPolicy,
} from '#server/kernel/columns.ts'
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
    /** Of a payment: how it went, where not as it was asked for. */
    method: text('method').$type<FeeMethod>(),
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

export const refundAttemptStates = ['asked', 'refunded', 'refused'] as const

/**
 * Refunds that a gateway was asked for. A row stands before the gateway is asked; while its answer is unknown the gateway is asked
 * what became of it, so that the money goes back once.
 */
export const feeRefundAttempts = pgTable(
  'fee_refund_attempts',
  {
    schoolId: schoolId(),
    /** Reference at the gateway, and id of the refund's document. */
    id: uuid('id').notNull(),
    claimId: uuid('claim_id').notNull(),
    state: text('state').$type<(typeof refundAttemptStates)[number]>().notNull(),
    /** The gateway's id of the refund; null until it has told one. */
    refundRef: text('refund_ref'),
    /** Of a refusal: what the gateway said. */
    why: text('why'),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    /** When the gateway is asked again; null once its answer is known. */
    nextAskAt: instant('next_ask_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_refund_attempts_one_key').on(t.schoolId, t.claimId).where(sql`state <> 'refused'`),
    index('fee_refund_attempts_claim_idx').on(t.schoolId, t.claimId),
    index('fee_refund_attempts_ask_idx').on(t.schoolId, t.nextAskAt).where(sql`next_ask_at is not null`),
    onlyOf('fee_refund_attempts_state_check', t.state, refundAttemptStates),
    foreignKey({ columns: [t.schoolId, t.claimId], foreignColumns: [feeClaims.schoolId, feeClaims.id] }),
    tenantPolicy('fee_refund_attempts'),
  ],
)
