import { and, desc, eq } from 'drizzle-orm'
import { tellPrograms } from '#server/features/programs/webhooks/tell-programs.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { DocumentKind, DocumentLine, DocumentTotals } from '#shared/fees/fee-document.contract.ts'
import { chainStart } from '#shared/kernel/chain.ts'
import { canonicalJson, sha256Hex } from '#shared/kernel/hash.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import { makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { keepNames } from './document-names.service.ts'
import { feeDocumentNotes, feeDocuments } from './fee-document.table.ts'
import { nextDocumentNumbers } from './series.service.ts'

export type StoredDocument = typeof feeDocuments.$inferSelect

interface Issue {
  /** Id of the operation, or a new one. */
  id: string
  payerId: string
  studentId?: string | null
  dueOn?: Day | null
  lines: readonly DocumentLine[]
  /** Sum of the lines where it is not said. */
  total?: Minor
  applied?: Minor
  corrects?: string | null
  reason?: string | null
}

/** Length of the verification code. */
const codeLength = 12

/** Returns the sums of the lines of a document. */
export const totalsOf = (lines: readonly DocumentLine[]): DocumentTotals => ({
  gross: sum(lines.map(({ gross }) => gross)),
  discount: sum(lines.flatMap(({ discounts }) => discounts.map(({ amount }) => amount))),
  net: sum(lines.map(({ net }) => net)),
  tax: sum(lines.map(({ tax }) => tax)),
  total: sum(lines.map(({ total }) => total)),
})

/**
 * Issues a document: takes the next number of its series, whose row stays locked until the transaction ends, and chains it to the
 * one before it in that series by its hash. Called after all other locks are taken.
 */
export async function issueDocument(
  tx: Tx,
  by: FeeActor,
  issue: Issue & { kind: DocumentKind },
): Promise<StoredDocument> {
  const [document] = await issueDocuments(tx, by, issue.kind, [issue])
  if (!document) throw new Error('the document was not stored')
  return document
}

/** Issues documents of one kind as `issueDocument` does, in their order, by one chain. At most 200. @returns them in that order */
export async function issueDocuments(
  tx: Tx,
  by: FeeActor,
  kind: DocumentKind,
  issues: readonly Issue[],
): Promise<StoredDocument[]> {
  if (issues.length === 0) return []
  const { schoolId } = by
  const numbers = await nextDocumentNumbers(tx, schoolId, kind, { today: by.today, count: issues.length })
  const year = numbers[0]?.year ?? 0
  let prevHash = await lastHash(tx, schoolId, kind, year)
  const documents: StoredDocument[] = []
  for (const [at, issue] of issues.entries()) {
    const { no, number } = numbers[at] ?? { no: 0, number: '' }
    const content = { ...contentOf(by, issue), kind, seriesYear: year, no, number, prevHash }
    const document = { ...content, schoolId, hash: documentHash(content) }
    documents.push(document)
    prevHash = document.hash
  }
  await tx.insert(feeDocuments).values(documents)
  await keepNames(tx, schoolId, documents)
  const notes = issues.flatMap(({ id: documentId, reason }) => (reason ? [{ schoolId, documentId, reason }] : []))
  if (notes.length > 0) await tx.insert(feeDocumentNotes).values(notes)
  if (kind === 'invoice')
    await tellPrograms(tx, by, 'invoice.issued', ...documents.map(({ id: documentId }) => ({ documentId })))
  return documents
}

function contentOf(by: FeeActor, issue: Issue) {
  const { nowMs, random } = by
  const totals = totalsOf(issue.lines)
  return {
    id: issue.id,
    payerId: issue.payerId,
    studentId: issue.studentId ?? null,
    issuedAt: toInstant(nowMs),
    dueOn: issue.dueOn ?? null,
    currency: by.currency,
    ...totals,
    total: issue.total ?? totals.total,
    applied: issue.applied ?? minor(0),
    lines: [...issue.lines],
    corrects: issue.corrects ?? null,
    byUser: by.userId,
    uuid: uuidv7(nowMs, random),
    verifyCode: makeReference(random.bytes(referenceBytes), codeLength),
  }
}

/** Returns the SHA-256 of a document with the hash of the one before it, 64 hex digits. */
export function documentHash(
  document: Omit<StoredDocument, 'schoolId' | 'hash'> & Partial<Pick<StoredDocument, 'schoolId' | 'hash'>>,
): string {
  const { schoolId: _school, hash: _hash, ...content } = document
  return sha256Hex(canonicalJson(content))
}

async function lastHash(tx: Tx, schoolId: string, kind: DocumentKind, year: number): Promise<string> {
  const [last] = await tx
    .select({ hash: feeDocuments.hash })
    .from(feeDocuments)
    .where(and(eq(feeDocuments.schoolId, schoolId), eq(feeDocuments.kind, kind), eq(feeDocuments.seriesYear, year)))
    .orderBy(desc(feeDocuments.no))
    .limit(1)
  return last?.hash ?? chainStart
}
