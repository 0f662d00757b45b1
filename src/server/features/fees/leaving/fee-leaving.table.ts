import { date, foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, erasePolicy, instant, onlyOf, schoolId } from '#server/kernel/columns.ts'
import type { LeavingSum } from '#shared/fees/leaving/leaving.contract.ts'
import { type LeavingReason, leavingReasons } from '#shared/fees/regulator/fee-pack.types.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** What was calculated, naming payers by their ids alone. */
export interface StoredLeaving extends Omit<LeavingSum, 'payers'> {
  payers: (Omit<LeavingSum['payers'][number], 'payer'> & { payerId: string })[]
}

/** Leavings that were settled, with the sums as they were seen and what was made of them. Append-only, once for each school year unless undone. */
export const feeLeavings = pgTable(
  'fee_leavings',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    year: integer('year').notNull(),
    /** Number of leavings of the child's year, from 1: another one only once the one before was undone. */
    entry: integer('entry').notNull().default(1),
    requestedOn: date('requested_on', { mode: 'string' }).notNull(),
    reason: text('reason').$type<LeavingReason>().notNull(),
    result: jsonb('result').$type<StoredLeaving>().notNull(),
    /** Credit notes and refunds that it made. */
    documentIds: jsonb('document_ids').$type<string[]>().notNull(),
    claimIds: jsonb('claim_ids').$type<string[]>().notNull(),
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_leavings_entry_key').on(t.schoolId, t.studentId, t.year, t.entry),
    onlyOf('fee_leavings_reason_check', t.reason, leavingReasons),
    ...appendOnlyPolicies('fee_leavings'),
  ],
)

/** Settled leavings that another person undid. Append-only, once for each. */
export const feeLeavingEnds = pgTable(
  'fee_leaving_ends',
  {
    schoolId: schoolId(),
    leavingId: uuid('leaving_id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Typed; null after an erasure. */
    reason: text('reason'),
    /** Invoices of what is billed again. */
    documentIds: jsonb('document_ids').$type<string[]>().notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.leavingId] }),
    foreignKey({ columns: [t.schoolId, t.leavingId], foreignColumns: [feeLeavings.schoolId, feeLeavings.id] }),
    ...appendOnlyPolicies('fee_leaving_ends'),
    erasePolicy('fee_leaving_ends', { blank: 'reason is null' }),
  ],
)
