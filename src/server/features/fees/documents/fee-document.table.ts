import { date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { appendOnlyPolicies, instant, minorUnits, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import { type DocumentKind, type DocumentLine, documentKinds } from '#shared/fees/fee-document.contract.ts'
import type { DocumentNames } from './document-names.types.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'

/** How a series goes on after a restore: it jumps over the numbers that were given out since the copy. */
const ofGeneration = () => ({
  /** Generation of the server in which the last number was taken. */
  generation: uuid('generation'),
  /** Last number before the jump; null without one. */
  jumpedFrom: integer('jumped_from'),
})

/** Last receipt number of each school's fiscal year; its row stays locked until the receipt exists, so that none is skipped. */
export const cashSeries = pgTable(
  'cash_series',
  { schoolId: schoolId(), year: integer('year').notNull(), last: integer('last').notNull(), ...ofGeneration() },
  (t) => [primaryKey({ columns: [t.schoolId, t.year] }), tenantPolicy('cash_series')],
)

/** Last number of the other documents, in the same way. Receipts are numbered by `cash_series`, with those of admissions. */
export const feeSeries = pgTable(
  'fee_series',
  {
    schoolId: schoolId(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
    ...ofGeneration(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.kind, t.year] }),
    onlyOf('fee_series_kind_check', t.kind, documentKinds),
    tenantPolicy('fee_series'),
  ],
)

/** Documents as they were issued: never changed, answered by a credit note. They name nobody: names stand with payers and files. */
export const feeDocuments = pgTable(
  'fee_documents',
  {
    schoolId: schoolId(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<DocumentKind>().notNull(),
    seriesYear: integer('series_year').notNull(),
    no: integer('no').notNull(),
    number: text('number').notNull(),
    payerId: uuid('payer_id').notNull(),
    /** Child whom it is about; null for several. */
    studentId: uuid('student_id'),
    issuedAt: instant('issued_at').notNull(),
    dueOn: date('due_on', { mode: 'string' }),
    currency: text('currency').$type<Currency>().notNull(),
    gross: minorUnits('gross').notNull(),
    discount: minorUnits('discount').notNull(),
    net: minorUnits('net').notNull(),
    tax: minorUnits('tax').notNull(),
    total: minorUnits('total').notNull(),
    /** Credit and deposits applied at the issue of an invoice. */
    applied: minorUnits('applied').notNull(),
    lines: jsonb('lines').$type<DocumentLine[]>().notNull(),
    /** Invoice that a credit note corrects; payment that a refund gives back. */
    corrects: uuid('corrects'),
    byUser: uuid('by_user').$type<UserId>(),
    /** For systems outside; differs from the id. */
    uuid: uuid('uuid').notNull(),
    hash: text('hash').notNull(),
    prevHash: text('prev_hash').notNull(),
    verifyCode: text('verify_code').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.id] }),
    uniqueIndex('fee_documents_number_key').on(t.schoolId, t.number),
    uniqueIndex('fee_documents_no_key').on(t.schoolId, t.kind, t.seriesYear, t.no),
    uniqueIndex('fee_documents_code_key').on(t.schoolId, t.verifyCode),
    index('fee_documents_payer_idx').on(t.schoolId, t.payerId, t.issuedAt),
    index('fee_documents_corrects_idx').on(t.schoolId, t.corrects),
    onlyOf('fee_documents_kind_check', t.kind, documentKinds),
    ...appendOnlyPolicies('fee_documents'),
  ],
)

/** Reasons of credit notes, apart from the document: typed by people, so an erasure empties them. */
export const feeDocumentNotes = pgTable(
  'fee_document_notes',
  {
    schoolId: schoolId(),
    documentId: uuid('document_id').notNull(),
    reason: text('reason').notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.documentId] }), tenantPolicy('fee_document_notes')],
)

/** What a paper of a document says of people and of the school on the day of issue. An erasure deletes it: the document names nobody. */
export const feeDocumentNames = pgTable(
  'fee_document_names',
  {
    schoolId: schoolId(),
    documentId: uuid('document_id').notNull(),
    content: jsonb('content').$type<DocumentNames>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.schoolId, t.documentId] }), tenantPolicy('fee_document_names')],
)
