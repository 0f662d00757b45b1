import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, onlyOf, schoolId, tenantPolicy } from '#server/kernel/columns.ts'
import { type PaperNames, paperNames } from '#shared/fees/family/fee-paper.contract.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { feeDocuments } from '../documents/fee-document.table.ts'

/**
 * Documents of fees as they were first printed, with the hash of the PDF: later ones are made from the same content and have the same
 * bytes. An erasure deletes them, since they name people; the document's numbers and sums stay.
 */
export const feePapers = pgTable(
  'fee_papers',
  {
    schoolId: schoolId(),
    documentId: uuid('document_id').notNull(),
    names: text('names').$type<PaperNames>().notNull(),
    content: jsonb('content').$type<ResolvedLetter>().notNull(),
    /** Logo at its head, which is not in the content; null where the school has no logo of its own for letters. */
    logoVersion: integer('logo_version'),
    /** Edition of the typesetting template. */
    edition: integer('edition').notNull(),
    /** SHA-256 of the PDF, hex. */
    sha256: text('sha256').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.schoolId, t.documentId, t.names] }),
    onlyOf('fee_papers_names_check', t.names, paperNames),
    foreignKey({ columns: [t.schoolId, t.documentId], foreignColumns: [feeDocuments.schoolId, feeDocuments.id] }),
    tenantPolicy('fee_papers'),
  ],
)
