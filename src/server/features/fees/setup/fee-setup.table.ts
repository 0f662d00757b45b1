import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  appTenant,
  currentSchool,
  instant,
  minorUnits,
  onlyOf,
  schoolId,
  tenantPolicy,
} from '#server/kernel/columns.ts'
import { type DiscountKind, discountKinds } from '#shared/fees/setup/discount-kind.rules.ts'
import {
  type BillingMode,
  billingModes,
  type ComponentKind,
  componentKinds,
  type FeeTaxCode,
  feeTaxCodes,
  type RefundRule,
  refundRules,
} from '#shared/fees/setup/fee-component.rules.ts'
import type { DiscountAmount } from '#shared/fees/setup/fee-discount.contract.ts'
import type { PlanPart } from '#shared/fees/setup/fee-plan.contract.ts'
import type { ScheduleLine } from '#shared/fees/setup/fee-schedule.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** What a school charges for: tuition, transport, books. The code is for ever; a component in use is retired, not deleted. */
export const feeComponents = pgTable(
  'fee_components',
  {
    schoolId: schoolId(),
    code: text('code').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    kind: text('kind').$type<ComponentKind>().notNull(),
    taxCode: text('tax_code').$type<FeeTaxCode>().notNull(),
    /** Parts per million, on top of the amount; 0 unless the tax code is `standard`. */
    taxPpm: integer('tax_ppm').notNull(),
    /** Whether the state bears the tax for citizens who pay themselves. */
    stateBears: boolean('state_bears').notNull(),
    /** School's own revenue account for exports; empty for the one of the settings. */
    account: text('account').notNull(),
    /** Whether revenue is earned month by month. */
    isDeferred: boolean('is_deferred').notNull(),
    isDiscountable: boolean('is_discountable').notNull(),
    /** Whether a regulator's caps are computed from it. */
    capsAsTuition: boolean('caps_as_tuition').notNull(),
    refundRule: text('refund_rule').$type<RefundRule>().notNull(),
    billing: text('billing').$type<BillingMode>().notNull(),
    /** Order of allocation among items due on one day; the smallest is paid first. */
    priority: integer('priority').notNull(),
    isRetired: boolean('is_retired').notNull(),
    /** Whether only children who take it are billed for it. */
    isOptional: boolean('is_optional').notNull().default(false),
    revision: integer('revision').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.code] }),
    onlyOf('fee_components_kind_check', t.kind, componentKinds),
    onlyOf('fee_components_tax_code_check', t.taxCode, feeTaxCodes),
    onlyOf('fee_components_refund_rule_check', t.refundRule, refundRules),
    onlyOf('fee_components_billing_check', t.billing, billingModes),
    tenantPolicy('fee_components'),
  ],
)

/** Payment plans: into which parts a year's fees are divided, and when each is due. */
export const feePlans = pgTable(
  'fee_plans',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    parts: jsonb('parts').$type<PlanPart[]>().notNull(),
    isRetired: boolean('is_retired').notNull(),
    revision: integer('revision').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.id] }), tenantPolicy('fee_plans')],
)

/**
 * Fee schedules: the yearly amounts of each component for some grades. Versions of one schedule share `seriesId`; a draft is
 * changed and deleted, an approved version never.
 */
export const feeSchedules = pgTable(
  'fee_schedules',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    seriesId: uuid('series_id').notNull(),
    version: integer('version').notNull(),
    /** First calendar year of the school year. */
    year: integer('year').notNull(),
    /** School's own codes; empty for all. */
    campus: text('campus').notNull(),
    stream: text('stream').notNull(),
    grades: text('grades').array().notNull(),
    /** Child that is new in this year, one that was there before, or both. */
    pupils: text('pupils').$type<'new' | 'returning' | 'all'>().notNull(),
    /** Of the regulator's approval; empty without one. */
    approvalRef: text('approval_ref').notNull(),
    lines: jsonb('lines').$type<ScheduleLine[]>().notNull(),
    /** The plan of children for whom none is chosen. */
    planId: uuid('plan_id').notNull(),
    state: text('state').$type<'draft' | 'approved'>().notNull(),
    revision: integer('revision').notNull(),
    /** Who changed the draft last; somebody else approves it. */
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    approvedBy: uuid('approved_by').$type<UserId>(),
    approvedAt: instant('approved_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_schedules_version_key').on(t.schoolId, t.seriesId, t.version),
    index('fee_schedules_year_idx').on(t.schoolId, t.year),
    onlyOf('fee_schedules_pupils_check', t.pupils, ['new', 'returning', 'all']),
    onlyOf('fee_schedules_state_check', t.state, ['draft', 'approved']),
    pgPolicy('fee_schedules_tenant_read', { for: 'select', to: appTenant, using: sql`school_id = ${currentSchool}` }),
    pgPolicy('fee_schedules_tenant_add', {
      for: 'insert',
      to: appTenant,
      withCheck: sql`school_id = ${currentSchool} and state = 'draft'`,
    }),
    pgPolicy('fee_schedules_tenant_draft', {
      for: 'update',
      to: appTenant,
      using: sql`school_id = ${currentSchool} and state = 'draft'`,
      withCheck: sql`school_id = ${currentSchool}`,
    }),
    pgPolicy('fee_schedules_tenant_drop', {
      for: 'delete',
      to: appTenant,
      using: sql`school_id = ${currentSchool} and state = 'draft'`,
    }),
  ],
)

/** Rules by which discounts are computed. */
export const feeDiscountRules = pgTable(
  'fee_discount_rules',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    name: jsonb('name').$type<Bilingual>().notNull(),
    kind: text('kind').$type<DiscountKind>().notNull(),
    /** Of a sibling rule one for each rank, from the first child; the last one holds for all further. Of others one. */
    amounts: jsonb('amounts').$type<DiscountAmount[]>().notNull(),
    /** Codes of components; null for all that are discountable. */
    components: text('components').array(),
    onGross: boolean('on_gross').notNull(),
    /** Most that one family gets by it in a year; null for no limit. */
    familyCapAmount: minorUnits('family_cap'),
    /** Whether a discount is taken back when its reason ends within the year. */
    isClawedBack: boolean('is_clawed_back').notNull(),
    /** Whether a share that a company pays gets none. */
    personsOnly: boolean('persons_only').notNull(),
    isRetired: boolean('is_retired').notNull(),
    revision: integer('revision').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    onlyOf('fee_discount_rules_kind_check', t.kind, discountKinds),
    tenantPolicy('fee_discount_rules'),
  ],
)
