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

/** Who can buy on account: today the pupils. Staff accounts are customers too, with a class of their own. */
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
    /** Where they eat; null for everywhere. */
    siteId: uuid('site_id'),
    /** For how often a face is made anew; never sent to a device. */
    birthDate: date('birth_date', { mode: 'string' }),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('customers_version_idx').on(t.schoolId, t.version, t.id),
    uniqueIndex('customers_admission_no_key').on(t.schoolId, t.admissionNo),
    uniqueIndex('customers_card_no_key').on(t.schoolId, t.cardNo),
    tenantPolicy('customers'),
  ],
)

/** `entitlement`: the school pays a part of what a sale took; `entitlement-void`: and takes it back with the sale. */
export type AccountEntryKind = 'topup' | 'sale' | 'void' | 'adjust' | 'entitlement' | 'entitlement-void'

/** The ledger: every change of an account is one row, and nothing else changes it. Negative spends. */
export const accountEntries = pgTable(
  'account_entries',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    kind: text('kind').$type<AccountEntryKind>().notNull(),
    amount: minorUnits('amount').notNull(),
    /** What caused it: a tender, a void, a top-up. One entry per cause. */
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
    /** Of the account's own money on `spentOn`, and what the school paid on that day. */
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
 * What the school pays for whom: every word of it, never changed. A word begins on the day it is said or later, so that no
 * day that is over is ever counted anew; `amount` 0 ends what was said before.
 */
export const entitlements = pgTable(
  'entitlements',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    /** Which word about this pupil it is, from 1: the later one counts. */
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
 * Which student's confirmed place an account belongs to. `isOurs`: the account was opened, or opened again, for this place, and
 * so it is closed with it; one that was there already stays as it is. `waiting`: tills do not sell to it before its day. `closing`: the
 * place is given up, and there is money on it.
 */
export const pupilAccounts = pgTable(
  'pupil_accounts',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    isOurs: boolean('is_ours').notNull(),
    state: text('state').$type<'waiting' | 'open' | 'closing' | 'closed'>().notNull(),
    /** The first day on which it may buy; null for at once. */
    buysFrom: date('buys_from', { mode: 'string' }),
    /** The family has written more of allergies than could be told to the tills, and nobody has read it. */
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
