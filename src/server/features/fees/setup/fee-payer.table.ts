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
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { DiscountAmount } from '#shared/fees/setup/fee-discount.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { feeDiscountRules, feePlans } from './fee-setup.table.ts'

/** Who pays: a person (most often a guardian) or a company. Children who share a person are siblings. */
export const feePayers = pgTable(
  'fee_payers',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'person' | 'company'>().notNull(),
    nameLatin: text('name_latin'),
    nameArabic: text('name_arabic'),
    language: text('language').$type<Language>().notNull(),
    email: text('email'),
    phone: text('phone'),
    /** Whether email and phone follow the guardian's file; null for rows from before it was kept, which do until they are changed. */
    followsFile: boolean('follows_file'),
    /** Of a company. */
    taxId: text('tax_id'),
    /** Of a person; stands on the invoice where the state bears a citizen's tax. */
    nationalId: text('national_id'),
    isCitizen: boolean('is_citizen').notNull(),
    /** Stands in the text of bank transfers; its last letter checks the others. */
    code: text('code').notNull(),
    revision: integer('revision').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_payers_code_key').on(t.schoolId, t.code),
    index('fee_payers_email_idx').on(t.schoolId, t.email),
    index('fee_payers_phone_idx').on(t.schoolId, t.phone),
    onlyOf('fee_payers_kind_check', t.kind, ['person', 'company']),
    tenantPolicy('fee_payers'),
  ],
)

/** Which payer a guardian of a child's file is; guardians of siblings' files are one payer. */
export const feePayerGuardians = pgTable(
  'fee_payer_guardians',
  {
    schoolId: schoolId(),
    /** Row of `student_guardians`. */
    guardianId: uuid('guardian_id').notNull(),
    payerId: uuid('payer_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.guardianId] }),
    index('fee_payer_guardians_payer_idx').on(t.schoolId, t.payerId),
    foreignKey({ columns: [t.schoolId, t.payerId], foreignColumns: [feePayers.schoolId, feePayers.id] }),
    tenantPolicy('fee_payer_guardians'),
  ],
)

/**
 * Who pays which share of a child's fees, in parts per million. For every day the shares of a component add up to the whole; a
 * component without shares of its own goes by those for all, a day without any by the child's first guardian.
 */
export const feeShares = pgTable(
  'fee_shares',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** Null for all components. */
    component: text('component'),
    payerId: uuid('payer_id').notNull(),
    ppm: integer('ppm').notNull(),
    fromOn: date('from_on', { mode: 'string' }).notNull(),
    /** Last day; null for no end. */
    untilOn: date('until_on', { mode: 'string' }),
    byUser: uuid('by_user').$type<UserId>(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_shares_student_idx').on(t.schoolId, t.studentId),
    index('fee_shares_payer_idx').on(t.schoolId, t.payerId),
    foreignKey({ columns: [t.schoolId, t.payerId], foreignColumns: [feePayers.schoolId, feePayers.id] }),
    tenantPolicy('fee_shares'),
  ],
)

/** Plans chosen for a child in place of the one of its schedule. */
export const feePlanChoices = pgTable(
  'fee_plan_choices',
  {
    schoolId: schoolId(),
    studentId: uuid('student_id').notNull(),
    year: integer('year').notNull(),
    planId: uuid('plan_id').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.studentId, t.year] }),
    foreignKey({ columns: [t.schoolId, t.planId], foreignColumns: [feePlans.schoolId, feePlans.id] }),
    tenantPolicy('fee_plan_choices'),
  ],
)

/** Discounts granted to a child. One above the limit of the settings counts once another person has approved it. */
export const feeDiscountGrants = pgTable(
  'fee_discount_grants',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    studentId: uuid('student_id').notNull(),
    ruleId: uuid('rule_id').notNull(),
    /** In place of the rule's; null for the rule's own. */
    ownAmount: jsonb('own_amount').$type<DiscountAmount>(),
    fromOn: date('from_on', { mode: 'string' }).notNull(),
    untilOn: date('until_on', { mode: 'string' }),
    reason: text('reason').notNull(),
    /** What proves it, as the office files it; empty without. */
    evidenceRef: text('evidence_ref').notNull(),
    state: text('state').$type<'waiting' | 'granted' | 'refused' | 'ended'>().notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    /** Another person, where it had to be approved. */
    decidedBy: uuid('decided_by').$type<UserId>(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_discount_grants_student_idx').on(t.schoolId, t.studentId),
    index('fee_discount_grants_state_idx').on(t.schoolId, t.state, t.at),
    onlyOf('fee_discount_grants_state_check', t.state, ['waiting', 'granted', 'refused', 'ended']),
    foreignKey({ columns: [t.schoolId, t.ruleId], foreignColumns: [feeDiscountRules.schoolId, feeDiscountRules.id] }),
    tenantPolicy('fee_discount_grants'),
  ],
)
