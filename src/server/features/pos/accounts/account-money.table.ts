import { date, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { CustomerId, ShiftId, UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { AccountMovementKind } from '#shared/pos/account-money.contract.ts'
import { customers } from './customer.table.ts'

/**
 * Cash that tills took for accounts, append-only. It may name a customer that the school does not have: the cash is in the drawer
 * nevertheless, so there is no foreign key.
 */
export const topUps = pgTable(
  'top_ups',
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
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    amount: minorUnits('amount').notNull(),
    by: uuid('by').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    // Not unique: a repeated number is a fact to be flagged.
    index('top_ups_receipt_idx').on(t.schoolId, t.tillId, t.epoch, t.receiptSeq),
    index('top_ups_shift_idx').on(t.schoolId, t.shiftId),
    index('top_ups_at_idx').on(t.schoolId, t.at, t.id),
    index('top_ups_day_idx').on(t.schoolId, t.businessDay),
    ...appendOnlyPolicies('top_ups'),
  ],
)

/**
 * Money that people moved on accounts at the desk, one row per command. `waiting`: above the school's limit, so a second person
 * decides; nothing is booked before. A booked one has its document number and its ledger entries, whose source it is.
 */
export const accountMovements = pgTable(
  'account_movements',
  {
    schoolId: schoolId(),
    /** Id of the command. */
    id: uuid('id').notNull(),
    askedHash: text('asked_hash').notNull(),
    kind: text('kind').$type<AccountMovementKind>().notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    /** Account that a transfer goes to. */
    otherId: uuid('other_id').$type<CustomerId>(),
    /** What the account named first gets; negative takes. */
    amount: minorUnits('amount').notNull(),
    /** How a payout was paid. */
    method: text('method').$type<'cash' | 'bank'>(),
    /** The bank's reference. */
    reference: text('reference'),
    /** Day on which the bank booked it. */
    paidOn: date('paid_on', { mode: 'string' }),
    reason: text('reason'),
    /** Number of its document in the school, from 1; null before it is booked. */
    no: integer('no'),
    /** Number of the receipt that a desk gave at once. */
    provisional: text('provisional'),
    /** When that desk took the cash, by the clock of its device. */
    takenAt: instant('taken_at'),
    state: text('state').$type<'waiting' | 'booked' | 'refused'>().notNull(),
    askedBy: uuid('asked_by').$type<UserId>().notNull(),
    askedAt: instant('asked_at').notNull(),
    decidedBy: uuid('decided_by').$type<UserId>(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('account_movements_no_key').on(t.schoolId, t.no),
    index('account_movements_state_idx').on(t.schoolId, t.state, t.askedAt),
    index('account_movements_customer_idx').on(t.schoolId, t.customerId),
    index('account_movements_other_idx').on(t.schoolId, t.otherId),
    onlyOf('account_movements_kind_check', t.kind, ['cash', 'bank', 'adjust', 'transfer', 'payout']),
    onlyOf('account_movements_state_check', t.state, ['waiting', 'booked', 'refused']),
    foreignKey({ columns: [t.schoolId, t.customerId], foreignColumns: [customers.schoolId, customers.id] }),
    foreignKey({ columns: [t.schoolId, t.otherId], foreignColumns: [customers.schoolId, customers.id] }),
    tenantPolicy('account_movements'),
  ],
)
