import {
  boolean,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, minorUnits, schoolId, tenantPolicy, version } from '#server/kernel/columns.ts'
import type { Allergen, Diet } from '#shared/contract/catalogue.ts'
import type { Bilingual } from '#shared/contract/endpoint.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'

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

export type AccountEntryKind = 'topup' | 'sale' | 'void' | 'adjust'

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
    spent: minorUnits('spent').notNull(),
    version: version(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.customerId] }),
    index('account_balances_version_idx').on(t.schoolId, t.version, t.customerId),
    foreignKey({ columns: [t.schoolId, t.customerId], foreignColumns: [customers.schoolId, customers.id] }),
    tenantPolicy('account_balances'),
  ],
)
