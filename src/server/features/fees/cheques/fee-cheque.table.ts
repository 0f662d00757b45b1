import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import { type ChequeAct, type ChequeState, chequeStates } from '#shared/fees/cheques/cheque.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { feePayments } from '../payments/fee-payment.table.ts'

/** Cheques that were taken. What came of them is in their events and in the ledger. */
export const feeCheques = pgTable(
  'fee_cheques',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    payerId: uuid('payer_id').notNull(),
    studentId: uuid('student_id'),
    bank: text('bank').notNull(),
    account: text('account').notNull(),
    number: text('number').notNull(),
    /** Hash of bank, account and number without their signs: the same cheque is taken once. */
    identity: text('identity').notNull(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    datedOn: date('dated_on', { mode: 'string' }).notNull(),
    state: text('state').$type<ChequeState>().notNull(),
    cleared: minorUnits('cleared').notNull(),
    lastOn: date('last_on', { mode: 'string' }).notNull(),
    /** Its payment; of a cheque that was deposited again the latest one. */
    paymentId: uuid('payment_id').notNull(),
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_cheques_identity_key').on(t.schoolId, t.identity),
    index('fee_cheques_dated_idx').on(t.schoolId, t.datedOn),
    index('fee_cheques_payer_idx').on(t.schoolId, t.payerId),
    check('fee_cheques_amount_check', sql`${t.amount} > 0 and ${t.cleared} >= 0 and ${t.cleared} <= ${t.amount}`),
    onlyOf('fee_cheques_state_check', t.state, chequeStates),
    foreignKey({ columns: [t.schoolId, t.paymentId], foreignColumns: [feePayments.schoolId, feePayments.id] }),
    tenantPolicy('fee_cheques'),
  ],
)

/** What was done with cheques. Append-only. */
export const feeChequeEvents = pgTable(
  'fee_cheque_events',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    chequeId: uuid('cheque_id').notNull(),
    act: text('act').$type<ChequeAct | 'receive'>().notNull(),
    onDay: date('on_day', { mode: 'string' }).notNull(),
    /** State after it. */
    state: text('state').$type<ChequeState>().notNull(),
    amount: minorUnits('amount'),
    note: text('note').notNull(),
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_cheque_events_cheque_idx').on(t.schoolId, t.chequeId, t.at),
    onlyOf('fee_cheque_events_state_check', t.state, chequeStates),
    foreignKey({ columns: [t.schoolId, t.chequeId], foreignColumns: [feeCheques.schoolId, feeCheques.id] }),
    ...appendOnlyPolicies('fee_cheque_events'),
  ],
)
