import { sql } from 'drizzle-orm'
import {
  check,
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
import { type HoldReason, holdReasons } from '#shared/fees/reminders/reminder.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'

/** Reminders that were sent to payers. Append-only. The address stands with the email alone. */
export const feeNotices = pgTable(
  'fee_notices',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    payerId: uuid('payer_id').notNull(),
    /** From 1; starts at 1 again once everything that was due is settled. */
    level: integer('level').notNull(),
    /** Items that it named, and what was open of them. */
    chargeIds: jsonb('charge_ids').$type<string[]>().notNull(),
    open: minorUnits('open').notNull(),
    language: text('language').$type<Language>().notNull(),
    mailId: uuid('mail_id').notNull(),
    textVersion: integer('text_version').notNull(),
    sentOn: date('sent_on', { mode: 'string' }).notNull(),
    /** Null where it left by itself. */
    byUser: uuid('by_user').$type<UserId>(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    // One a day for each payer, whichever server sends it.
    uniqueIndex('fee_notices_day_key').on(t.schoolId, t.payerId, t.sentOn),
    check('fee_notices_level_check', sql`${t.level} > 0`),
    ...appendOnlyPolicies('fee_notices'),
  ],
)

/** Holds that stop reminders, on a payer or on one item, until a day or until somebody ends them. */
export const feeHolds = pgTable(
  'fee_holds',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    payerId: uuid('payer_id').notNull(),
    /** Null for everything that the payer owes. */
    chargeId: uuid('charge_id'),
    reason: text('reason').$type<HoldReason>().notNull(),
    until: date('until', { mode: 'string' }),
    /** Typed; empty after an erasure. */
    note: text('note').notNull(),
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
    endedBy: uuid('ended_by').$type<UserId>(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_holds_payer_idx').on(t.schoolId, t.payerId),
    onlyOf('fee_holds_reason_check', t.reason, holdReasons),
    tenantPolicy('fee_holds'),
  ],
)

const runStates = ['running', 'stopped', 'done'] as const
const runPayerStates = ['waiting', 'sent', 'failed', 'skipped'] as const

/** Reminders that a person sent to all who were due, with how far that is. */
export const feeReminderRuns = pgTable(
  'fee_reminder_runs',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    state: text('state').$type<(typeof runStates)[number]>().notNull(),
    askedHash: text('asked_hash').notNull(),
    /** Address of the school as the person reached it, for links in the emails. */
    origin: text('origin').notNull(),
    startedAt: instant('started_at').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    index('fee_reminder_runs_started_idx').on(t.schoolId, t.startedAt),
    onlyOf('fee_reminder_runs_state_check', t.state, runStates),
    tenantPolicy('fee_reminder_runs'),
  ],
)

/** Payers of a run: what became of each. */
export const feeReminderRunPayers = pgTable(
  'fee_reminder_run_payers',
  {
    schoolId: schoolId(),
    runId: uuid('run_id').notNull(),
    payerId: uuid('payer_id').notNull(),
    state: text('state').$type<(typeof runPayerStates)[number]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.runId, t.payerId] }),
    onlyOf('fee_reminder_run_payers_state_check', t.state, runPayerStates),
    foreignKey({ columns: [t.schoolId, t.runId], foreignColumns: [feeReminderRuns.schoolId, feeReminderRuns.id] }),
    tenantPolicy('fee_reminder_run_payers'),
  ],
)
