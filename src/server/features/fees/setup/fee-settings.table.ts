import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { minorUnits, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { OwnLeaving } from '#shared/fees/leaving/own-leaving.ts'
import { type SiblingKey, siblingKeys } from '#shared/fees/plans/sibling.rules.ts'
import type { SchoolKind } from '#shared/fees/regulator/fee-pack.types.ts'
import type { ReminderLevel } from '#shared/fees/reminders/reminder.rules.ts'
import type { AccountCodes, BounceFee } from '#shared/fees/setup/fee-settings.contract.ts'
import type { FeeTax } from '#shared/fees/tax/fee-tax.contract.ts'

/** A school's choices about fees; schools without a row have the defaults. */
export const feeSettings = pgTable(
  'fee_settings',
  {
    schoolId: schoolId(),
    /** Month in which the fiscal year begins, 1 to 12. */
    fiscalMonth: integer('fiscal_month').notNull(),
    siblingKey: text('sibling_key').$type<SiblingKey>().notNull(),
    /** Percentages and amounts of grants above these wait for another person. */
    grantPpm: integer('grant_ppm').notNull(),
    grantAmount: minorUnits('grant_amount').notNull(),
    reminders: jsonb('reminders').$type<ReminderLevel[]>().notNull(),
    accountCodes: jsonb('account_codes').$type<AccountCodes>().notNull(),
    taxNumber: text('tax_number').notNull(),
    ownLeaving: jsonb('own_leaving').$type<OwnLeaving>(),
    sendsReminders: boolean('sends_reminders').notNull().default(false),
    /** What the regulator calls the school, where seat money depends on it. */
    schoolKind: text('school_kind').$type<SchoolKind>().notNull().default('foreign'),
    applicationTax: jsonb('application_tax').$type<FeeTax>(),
    bounceFee: jsonb('bounce_fee').$type<BounceFee>(),
    revision: integer('revision').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId] }),
    onlyOf('fee_settings_sibling_key_check', t.siblingKey, siblingKeys),
    tenantPolicy('fee_settings'),
  ],
)
