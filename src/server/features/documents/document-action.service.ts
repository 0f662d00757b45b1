import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { after, type DocumentStep } from '#shared/documents/document-state.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import type { DocumentStatusRow } from './document.service.ts'
import { documentActions, documentStatuses } from './document.table.ts'

interface OfDocument {
  schoolId: string
  studentId: string
  type: string
  isSensitive: boolean
}

/** Locks the document's status row until the transaction ends; creates it if missing, even before any file has come. */
export async function lockDocumentStatus(tx: Tx, of: OfDocument, nowMs: number): Promise<DocumentStatusRow> {
  const empty = { ...of, state: 'missing' as const, since: toInstant(nowMs), revision: 0 }
  await tx.insert(documentStatuses).values(empty).onConflictDoNothing()
  const [row] = await tx.select().from(documentStatuses).where(isThis(of)).for('update')
  if (!row) throw new Error('a document that was just written is not there')
  return row
}

const isThis = ({ schoolId, studentId, type }: Omit<OfDocument, 'isSensitive'>) =>
  and(
    eq(documentStatuses.schoolId, schoolId),
    eq(documentStatuses.studentId, studentId),
    eq(documentStatuses.type, type),
  )

interface Action {
  id: string
  byUser: UserId | null
  nowMs: number
  documentId?: string
  day?: Day | null
  reason?: string | null
  note?: string | null
  askedHash?: string
}

/** Applies a step to a locked document, and records it. */
export async function carry(
  tx: Tx,
  row: DocumentStatusRow,
  step: DocumentStep,
  action: Action,
): Promise<DocumentStatusRow> {
  const { schoolId, studentId, type } = row
  const { nowMs, day = null, documentId, ...said } = action
  const at = toInstant(nowMs)
  const [changed] = await tx
    .update(documentStatuses)
    .set({ ...after(step, row, day), since: at, revision: row.revision + 1 })
    .where(isThis(row))
    .returning()
  if (!changed) throw new Error('a document that is locked was not there to be changed')
  const { revision, state } = changed
  const of = { schoolId, studentId, type, revision, state, act: step.act }
  await tx.insert(documentActions).values({ ...of, ...said, day, documentId: documentId ?? null, at })
  return changed
}
