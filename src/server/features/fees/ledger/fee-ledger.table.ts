import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId } from '#server/kernel/columns.ts'
import { type FeeAccount, feeAccounts, type JournalKind } from '#shared/fees/ledger.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Journals: one event of the ledger each. Append-only; an event is undone by another one. */
export const feeJournals = pgTable(
  'fee_journals',
  {
    schoolId: schoolId(),
    /** Id of the operation that caused it: posted once. */
    id: uuid('id').notNull(),
    kind: text('kind').$type<JournalKind>().notNull(),
    /** Day on which it counts, by the school's calendar. */
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    /** Day on which it happened, where that day was locked; else null. */
    happenedOn: date('happened_on', { mode: 'string' }),
    recordedAt: instant('recorded_at').notNull(),
    /** Null where the server acted by itself. */
    byUser: uuid('by_user').$type<UserId>(),
    studentId: uuid('student_id'),
    documentId: uuid('document_id'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_journals_effective_idx').on(t.schoolId, t.effectiveOn, t.id),
    // Cash of one cashier.
    index('fee_journals_user_idx').on(t.schoolId, t.byUser, t.recordedAt),
    ...appendOnlyPolicies('fee_journals'),
  ],
)

/**
 * Postings of a journal: each debits one account and credits another by one amount, so that every journal sums to zero whatever
 * is inserted. The balance of an account is what it was debited less what it was credited.
 */
export const feePostings = pgTable(
  'fee_postings',
  {
    schoolId: schoolId(),
    journalId: uuid('journal_id').notNull(),
    /** From 1. */
    line: integer('line').notNull(),
    debit: text('debit').$type<FeeAccount>().notNull(),
    credit: text('credit').$type<FeeAccount>().notNull(),
    amount: minorUnits('amount').notNull(),
    payerId: uuid('payer_id'),
    studentId: uuid('student_id'),
    component: text('component'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.journalId, t.line] }),
    index('fee_postings_payer_idx').on(t.schoolId, t.payerId),
    index('fee_postings_student_idx').on(t.schoolId, t.studentId),
    check('fee_postings_amount_check', sql`${t.amount} > 0`),
    check('fee_postings_accounts_check', sql`${t.debit} <> ${t.credit}`),
    onlyOf('fee_postings_debit_check', t.debit, feeAccounts),
    onlyOf('fee_postings_credit_check', t.credit, feeAccounts),
    foreignKey({ columns: [t.schoolId, t.journalId], foreignColumns: [feeJournals.schoolId, feeJournals.id] }),
    ...appendOnlyPolicies('fee_postings'),
  ],
)

/** Locks of periods: days up to the latest `until` take no more journals. */
export const feePeriodLocks = pgTable(
  'fee_period_locks',
  {
    schoolId: schoolId(),
    until: date('until', { mode: 'string' }).notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.until] }), ...appendOnlyPolicies('fee_period_locks')],
)
