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
import { appendOnlyPolicies, instant, schoolId } from '#server/kernel/columns.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { feeJournals } from '../ledger/fee-ledger.table.ts'

/** Batches of journals that were exported. Append-only; what a batch says never changes. */
export const feeExportBatches = pgTable(
  'fee_export_batches',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    /** From 1, without gaps. */
    no: integer('no').notNull(),
    until: date('until', { mode: 'string' }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The school's own codes of accounts on that day. */
    accounts: jsonb('accounts').$type<Record<string, string>>().notNull(),
    journals: integer('journals').notNull(),
    /** Whether its lines name their tax codes; earlier batches stay as they were. */
    hasTaxCodes: boolean('has_tax_codes').notNull().default(false),
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_export_batches_no_key').on(t.schoolId, t.no),
    ...appendOnlyPolicies('fee_export_batches'),
  ],
)

/** Journals of batches: each in one at most. Append-only. */
export const feeExportJournals = pgTable(
  'fee_export_journals',
  {
    schoolId: schoolId(),
    journalId: uuid('journal_id').notNull(),
    batchId: uuid('batch_id').notNull(),
    /** Place in the batch, from 1. */
    no: integer('no').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.journalId] }),
    index('fee_export_journals_batch_idx').on(t.schoolId, t.batchId, t.no),
    foreignKey({ columns: [t.schoolId, t.journalId], foreignColumns: [feeJournals.schoolId, feeJournals.id] }),
    foreignKey({ columns: [t.schoolId, t.batchId], foreignColumns: [feeExportBatches.schoolId, feeExportBatches.id] }),
    ...appendOnlyPolicies('fee_export_journals'),
  ],
)
