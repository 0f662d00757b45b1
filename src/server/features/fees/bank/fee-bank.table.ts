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
import { type BankLineState, bankLineStates, bankMatches } from '#shared/fees/bank/bank-line.contract.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Statement } from './statement.types.ts'

/** Imports of bank statements. Append-only. */
export const feeBankImports = pgTable(
  'fee_bank_imports',
  {
    schoolId: schoolId(),
    /** Id of the operation. */
    id: uuid('id').notNull(),
    account: text('account').notNull(),
    format: text('format').$type<Statement['format']>().notNull(),
    lines: integer('lines').notNull(),
    /** Lines that were there already. */
    known: integer('known').notNull(),
    faults: jsonb('faults').$type<Statement['faults']>().notNull(),
    askedHash: text('asked_hash').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.id] }), ...appendOnlyPolicies('fee_bank_imports')],
)

/** Lines of bank statements, each once, with whose money each is. Of money that left only the hash is kept. */
export const feeBankLines = pgTable(
  'fee_bank_lines',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    importId: uuid('import_id').notNull(),
    /** Of account, day, amount and texts: the same in any file. */
    hash: text('hash').notNull(),
    account: text('account').notNull(),
    bookedOn: date('booked_on', { mode: 'string' }).notNull(),
    amount: minorUnits('amount').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    text: text('text').notNull(),
    reference: text('reference').notNull(),
    state: text('state').$type<BankLineState>().notNull(),
    matchedBy: text('matched_by').$type<(typeof bankMatches)[number]>(),
    payerId: uuid('payer_id'),
    candidates: jsonb('candidates').$type<string[]>().notNull(),
    paymentId: uuid('payment_id'),
    byUser: uuid('by_user').$type<UserId>(),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_bank_lines_hash_key').on(t.schoolId, t.hash),
    index('fee_bank_lines_state_idx').on(t.schoolId, t.state, t.bookedOn),
    index('fee_bank_lines_unbooked_idx').on(t.schoolId, t.id).where(sql`state = 'matched' and payment_id is null`),
    check('fee_bank_lines_match_check', sql`(${t.state} = 'matched') = (${t.payerId} is not null)`),
    onlyOf('fee_bank_lines_state_check', t.state, bankLineStates),
    onlyOf('fee_bank_lines_matched_check', t.matchedBy, bankMatches),
    foreignKey({ columns: [t.schoolId, t.importId], foreignColumns: [feeBankImports.schoolId, feeBankImports.id] }),
    tenantPolicy('fee_bank_lines'),
  ],
)

/** Imports whose booking somebody has stopped. */
export const feeBankStops = pgTable(
  'fee_bank_stops',
  {
    schoolId: schoolId(),
    importId: uuid('import_id').notNull(),
    byUser: uuid('by_user').$type<UserId>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.importId] }),
    foreignKey({ columns: [t.schoolId, t.importId], foreignColumns: [feeBankImports.schoolId, feeBankImports.id] }),
    tenantPolicy('fee_bank_stops'),
  ],
)
