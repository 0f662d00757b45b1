import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeDocument, FeeDocumentRow } from '#shared/fees/fee-document.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sum, zero } from '#shared/kernel/money.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'
import { type OpenItem, openItems } from '../ledger/open-items.service.ts'
import { payerNames } from '../payer-names.service.ts'
import { feeDocumentNotes, feeDocuments } from './fee-document.table.ts'
import type { StoredDocument } from './issue-document.service.ts'

/** Returns one document. @throws AppError request.not-found */
export async function requireDocument(tx: Tx, schoolId: string, id: string): Promise<StoredDocument> {
  const [row] = await tx
    .select()
    .from(feeDocuments)
    .where(and(eq(feeDocuments.schoolId, schoolId), eq(feeDocuments.id, id)))
  if (!row) throw new AppError('request.not-found', { field: 'documentId' })
  return row
}

/**
 * Returns the documents about a child: those that name it alone, and those of which a line is about it. Receipts for money that
 * settled nothing stand with the child at whose page it was taken. The latest first, 500 at most.
 */
export const documentsOfChild = (tx: Tx, schoolId: string, studentId: string): Promise<StoredDocument[]> =>
  tx
    .select()
    .from(feeDocuments)
    .where(
      and(
        eq(feeDocuments.schoolId, schoolId),
        or(
          eq(feeDocuments.studentId, studentId),
          inArray(
            feeDocuments.id,
            sql`(select c.document_id from fee_charges c where c.school_id = ${schoolId} and c.student_id = ${studentId})`,
          ),
        ),
      ),
    )
    .orderBy(desc(feeDocuments.issuedAt), desc(feeDocuments.no))
    .limit(500)

/** Returns documents for a list. @param items the charges of the invoices among them */
export async function documentRows(
  tx: Tx,
  schoolId: string,
  documents: readonly StoredDocument[],
  items: readonly OpenItem[],
): Promise<z.input<typeof FeeDocumentRow>[]> {
  const payers = await payerNames(
    tx,
    schoolId,
    documents.map(({ payerId }) => payerId),
  )
  const open = Map.groupBy(items, ({ documentId }) => documentId)
  return documents.map((row) => ({
    documentId: row.id,
    kind: row.kind,
    number: row.number,
    issuedAt: row.issuedAt,
    dueOn: row.dueOn,
    payer: payers(row.payerId),
    total: row.total,
    open: row.kind === 'invoice' ? sum((open.get(row.id) ?? []).map((item) => item.open)) : zero,
    corrects: row.corrects,
  }))
}

/** Returns a whole document as it was issued. */
export async function documentView(tx: Tx, document: StoredDocument): Promise<z.input<typeof FeeDocument>> {
  const { schoolId, id, byUser, lines } = document
  const chargeIds = document.kind === 'invoice' ? lines.flatMap(({ chargeId }) => chargeId ?? []) : []
  const items = chargeIds.length === 0 ? [] : await openItems(tx, schoolId, { chargeIds })
  const [row] = await documentRows(tx, schoolId, [document], items)
  if (!row) throw new Error('a document without a row')
  const studentIds = [
    ...new Set([...lines.flatMap(({ studentId }) => studentId ?? []), ...[document.studentId ?? []].flat()]),
  ]
  const children = await feeChildren(tx, schoolId, studentIds)
  const staff = await findPeople(tx, schoolId, byUser ? [byUser] : [])
  const [note] = await tx
    .select({ reason: feeDocumentNotes.reason })
    .from(feeDocumentNotes)
    .where(and(eq(feeDocumentNotes.schoolId, schoolId), eq(feeDocumentNotes.documentId, id)))
  const { gross, discount, net, tax, total, applied, currency, verifyCode, uuid, hash, prevHash } = document
  return {
    ...row,
    currency,
    children: studentIds.map((studentId) => children.get(studentId) ?? goneChild(studentId)),
    lines,
    totals: { gross, discount, net, tax, total },
    applied,
    reason: note?.reason ?? null,
    by: byUser && colleague(byUser, staff),
    verifyCode,
    uuid,
    hash,
    prevHash,
  }
}
