import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  appendOnlyPolicies,
  instant,
  minorUnits,
  onlyOf,
  schoolId,
  tenantPolicy,
  version,
} from '#server/kernel/columns.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Allergen, Diet } from '#shared/pos/catalogue.contract.ts'
import type { LeaveReason } from '#shared/pos/leave-reason.rules.ts'

/** Customers who can buy on account: today the pupils. Staff accounts are customers too, with a class of their own. */
export const customers = pgTable(
  'customers',
  {
    schoolId: schoolId(),
    id: uuid('id').$type<CustomerId>().notNull(),
    admissionNo: text('admission_no').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    className: text('class_name').notNull(),
    cardNo: text('card_no'),
    allergens: text('allergens').array().$type<Allergen[]>().notNull(),
    diet: text('diet').array().$type<Diet[]>().notNull(),
    dailyLimit: minorUnits('daily_limit'),
    overdraft: minorUnits('overdraft').notNull(),
    active: boolean('active').notNull(),
    /** Site where they eat; null for all. */
    siteId: uuid('site_id'),
    /** Decides how often a face is renewed; never sent to a device. */
    birthDate: date('birth_date', { mode: 'string' }),
    /** Row of `school_classes`, whose English name `className` is; null where the school has given no class. */
    classId: uuid('class_id'),
    /** Last day at the school; null while there is none. */
    leftOn: date('left_on', { mode: 'string' }),
    leaveReason: text('leave_reason').$type<LeaveReason>(),
    /** Folded names and number, each word after a space; null in rows of earlier releases. */
    searchText: text('search_text'),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('customers_version_idx').on(t.schoolId, t.version, t.id),
    index('customers_class_idx').on(t.schoolId, t.className, t.admissionNo, t.id),
    index('customers_class_id_idx').on(t.schoolId, t.classId),
    uniqueIndex('customers_admission_no_key').on(t.schoolId, t.admissionNo),
    uniqueIndex('customers_card_no_key').on(t.schoolId, t.cardNo),
    tenantPolicy('customers'),
  ],
)

/**
 * `entitlement`: the school pays part of a sale; `entitlement-void`: it takes that back with the sale. `transfer-out` and
 * `transfer-in`: the two sides of a transfer, with one source. `refund`: a purchase of the same day comes back; `refund-credit`: one
 * of another day, or one that cash or a card paid; `entitlement-refund` and `entitlement-reclaim`: the school's part of each.
 */
export type AccountEntryKind =
  | 'topup'
  | 'sale'
  | 'void'
  | 'adjust'
  | 'entitlement'
  | 'entitlement-void'
  | 'transfer-out'
  | 'transfer-in'
  | 'payout'
  | 'refund'
  | 'refund-credit'
  | 'entitlement-refund'
  | 'entitlement-reclaim'

/** Ledger: every change of an account is one row, and nothing else changes it. Negative spends. */
export const accountEntries = pgTable(
  'account_entries',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    kind: text('kind').$type<AccountEntryKind>().notNull(),
    amount: minorUnits('amount').notNull(),
    /** Cause: a tender, a void, a top-up. One entry per cause. */
    sourceId: uuid('source_id').notNull(),
    businessDay: date('business_day', { mode: 'string' }).notNull(),
    effectiveAt: instant('effective_at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('account_entries_source_key').on(t.schoolId, t.kind, t.sourceId),
    index('account_entries_customer_idx').on(t.schoolId, t.customerId, t.effectiveAt),
    foreignKey({ columns: [t.schoolId, t.customerId], foreignColumns: [customers.schoolId, customers.id] }),
    tenantPolicy('account_entries'),
  ],
)

/** Running balances, written in the same transaction as their entries and checked against their sum. */
export const accountBalances = pgTable(
  'account_balances',
  {
    schoolId: schoolId(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    balance: minorUnits('balance').notNull(),
    spentOn: date('spent_on', { mode: 'string' }),
    /** Spent of the account's own money on `spentOn`; `covered` is the school's part of that day. */
    spent: minorUnits('spent').notNull(),
    covered: minorUnits('covered').notNull().default(minor(0)),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.customerId] }),
    index('account_balances_version_idx').on(t.schoolId, t.version, t.customerId),
    foreignKey({ columns: [t.schoolId, t.customerId], foreignColumns: [customers.schoolId, customers.id] }),
    tenantPolicy('account_balances'),
  ],
)

/**
 * School allowances: append-only. One starts on the day it is entered or later, so that no past day is ever recalculated;
 * `amount` 0 ends an earlier one.
 */
export const entitlements = pgTable(
  'entitlements',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    /** Number within the pupil's allowances, from 1: the later one counts. */
    no: integer('no').notNull(),
    amount: minorUnits('amount').notNull(),
    weekdays: integer('weekdays').array().notNull(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    untilDay: date('until_day', { mode: 'string' }),
    by: uuid('by').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('entitlements_no_key').on(t.schoolId, t.customerId, t.no),
    foreignKey({ columns: [t.schoolId, t.customerId], foreignColumns: [customers.schoolId, customers.id] }),
    ...appendOnlyPolicies('entitlements'),
  ],
)

/**
 * Link from a student's confirmed place to an account. `isOurs`: the account was opened, or reopened, for this place, and is
 * closed with it; an existing one stays as it is. `waiting`: tills do not sell to it before its day. `closing`: the place is
 * given up, and there is money on it.
 */
export const pupilAccounts = pgTable(
  'pupil_accounts',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    isOurs: boolean('is_ours').notNull(),
    state: text('state').$type<'waiting' | 'open' | 'closing' | 'closed'>().notNull(),
    /** First day on which it may buy; null for at once. */
    buysFrom: date('buys_from', { mode: 'string' }),
    /** True if the family wrote more about allergies than could be sent to the tills, and staff have not read it. */
    isUnread: boolean('is_unread').notNull().default(false),
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId] }),
    index('pupil_accounts_customer_idx').on(t.schoolId, t.customerId),
    index('pupil_accounts_state_idx').on(t.schoolId, t.state),
    onlyOf('pupil_accounts_state_check', t.state, ['waiting', 'open', 'closing', 'closed']),
    foreignKey({ columns: [t.schoolId, t.customerId], foreignColumns: [customers.schoolId, customers.id] }),
    tenantPolicy('pupil_accounts'),
  ],
)
