import { sql } from 'drizzle-orm'
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import { type DifferenceReason, differenceReasons } from '#shared/fees/cashbook/cash-count.rules.ts'
import type { CashCount } from '#shared/kernel/cash-count.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { feeJournals } from '../ledger/fee-ledger.table.ts'

/** Sessions of cashiers at desks. Its sums are kept when it is closed; nothing of it is changed after that. */
export const feeCashSessions = pgTable(
  'fee_cash_sessions',
  {
    schoolId: schoolId(),
    /** Id of the operation that opened it. */
    id: uuid('id').notNull(),
    desk: text('desk').notNull(),
    cashier: uuid('cashier').$type<UserId>().notNull(),
    openedAt: instant('opened_at').notNull(),
    float: minorUnits('float').notNull(),
    askedHash: text('asked_hash').notNull(),
    /** From here on of a closed one alone. */
    closedAt: instant('closed_at'),
    /** Notes and coins by their worth in minor units. */
    counts: jsonb('counts').$type<CashCount>(),
    counted: minorUnits('counted'),
    receipts: minorUnits('receipts'),
    refunds: minorUnits('refunds'),
    banked: minorUnits('banked'),
    /** Counted less expected. */
    difference: minorUnits('difference'),
    differenceReason: text('difference_reason').$type<DifferenceReason>(),
    note: text('note'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    // One open session for each cashier.
    uniqueIndex('fee_cash_sessions_open_key').on(t.schoolId, t.cashier).where(sql`${t.closedAt} is null`),
    index('fee_cash_sessions_opened_idx').on(t.schoolId, t.openedAt),
    check('fee_cash_sessions_float_check', sql`${t.float} >= 0`),
    check(
      'fee_cash_sessions_sum_check',
      sql`${t.closedAt} is null or ${t.float} + ${t.receipts} - ${t.refunds} - ${t.banked} + ${t.difference} = ${t.counted}`,
    ),
    onlyOf('fee_cash_sessions_reason_check', t.differenceReason, differenceReasons),
    tenantPolicy('fee_cash_sessions'),
  ],
)

/** Which session a journal of cash belongs to, written when that session is closed: each belongs to one. Append-only. */
export const feeCashSessionJournals = pgTable(
  'fee_cash_session_journals',
  {
    schoolId: schoolId(),
    journalId: uuid('journal_id').notNull(),
    sessionId: uuid('session_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.journalId] }),
    index('fee_cash_session_journals_session_idx').on(t.schoolId, t.sessionId),
    foreignKey({ columns: [t.schoolId, t.journalId], foreignColumns: [feeJournals.schoolId, feeJournals.id] }),
    foreignKey({ columns: [t.schoolId, t.sessionId], foreignColumns: [feeCashSessions.schoolId, feeCashSessions.id] }),
    ...appendOnlyPolicies('fee_cash_session_journals'),
  ],
)
