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
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import type { BillingFault, BillingScope } from '#shared/fees/billing-run.contract.ts'
import type { AppliedDiscount } from '#shared/fees/fee-values.contract.ts'
import type { DiscountBasis } from '#shared/fees/plans/clawback.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { feeDocuments } from '../documents/fee-document.table.ts'

const runStates = ['running', 'stopped', 'done'] as const

/** Billing runs, with how far they are. */
export const feeBillingRuns = pgTable(
  'fee_billing_runs',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    scope: jsonb('scope').$type<BillingScope>().notNull(),
    scopeHash: text('scope_hash').notNull(),
    askedHash: text('asked_hash').notNull(),
    state: text('state').$type<(typeof runStates)[number]>().notNull(),
    startedAt: instant('started_at').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_billing_runs_started_idx').on(t.schoolId, t.startedAt),
    onlyOf('fee_billing_runs_state_check', t.state, runStates),
    tenantPolicy('fee_billing_runs'),
  ],
)

/** Children of a run: what became of each. */
export const feeBillingPupils = pgTable(
  'fee_billing_pupils',
  {
    schoolId: schoolId(),
    runId: uuid('run_id').notNull(),
    studentId: uuid('student_id').notNull(),
    /** From 1, in the order of the names. */
    position: integer('position').notNull(),
    state: text('state').$type<'waiting' | 'done' | 'failed'>().notNull(),
    fault: text('fault').$type<BillingFault>(),
    /** Regulator's rule, where it was unlawful. */
    rule: text('rule'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.runId, t.studentId] }),
    index('fee_billing_pupils_state_idx').on(t.schoolId, t.runId, t.state, t.position),
    onlyOf('fee_billing_pupils_state_check', t.state, ['waiting', 'done', 'failed']),
    foreignKey({ columns: [t.schoolId, t.runId], foreignColumns: [feeBillingRuns.schoolId, feeBillingRuns.id] }),
    tenantPolicy('fee_billing_pupils'),
  ],
)

/**
 * What a payer owes for one component and part of a child's year, as it was invoiced. Append-only. The unique key makes a run
 * repeatable: what is charged is not charged again.
 */
export const feeCharges = pgTable(
  'fee_charges',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    runId: uuid('run_id'),
    documentId: uuid('document_id').notNull(),
    studentId: uuid('student_id').notNull(),
    component: text('component').notNull(),
    /** Name of the component on the day of issue. */
    name: jsonb('name').$type<Bilingual>().notNull(),
    /** Order of allocation among items due on one day. */
    priority: integer('priority').notNull(),
    year: integer('year').notNull(),
    part: integer('part').notNull(),
    payerId: uuid('payer_id').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    gross: minorUnits('gross').notNull(),
    /** Each with what it went by, so that a rule that changes later re-prices nothing. */
    discounts: jsonb('discounts').$type<(AppliedDiscount & { basis?: DiscountBasis })[]>().notNull(),
    net: minorUnits('net').notNull(),
    taxCode: text('tax_code').notNull(),
    tax: minorUnits('tax').notNull(),
    /** Whether its revenue is earned month by month. */
    isDeferred: boolean('is_deferred').notNull(),
    version: integer('version').notNull(),
    /** Months of the school year that it is for, as bits; null for the whole year, and for charges from before this was kept. */
    months: integer('months'),
    chargedAt: instant('charged_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_charges_once_key').on(t.schoolId, t.studentId, t.component, t.year, t.part, t.payerId, t.version),
    index('fee_charges_payer_idx').on(t.schoolId, t.payerId, t.dueOn),
    index('fee_charges_document_idx').on(t.schoolId, t.documentId),
    index('fee_charges_run_idx').on(t.schoolId, t.runId),
    foreignKey({ columns: [t.schoolId, t.documentId], foreignColumns: [feeDocuments.schoolId, feeDocuments.id] }),
    ...appendOnlyPolicies('fee_charges'),
  ],
)
