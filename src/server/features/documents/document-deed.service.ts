import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { after, type DocumentStep } from '#shared/documents/document-state.rules.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import type { StandingRow } from './document.service.ts'
import { documentDeeds, documentStandings } from './document.table.ts'

interface OfDocument {
  schoolId: string
  studentId: string
  type: string
  isSensitive: boolean
}

/** Locks the document's status row until the transaction ends; creates it if missing, even before any file has come. */
export async function lockStanding(tx: Tx, of: OfDocument, nowMs: number): Promise<StandingRow> {
  const empty = { ...of, state: 'missing' as const, since: toInstant(nowMs), revision: 0 }
  await tx.insert(documentStandings).values(empty).onConflictDoNothing()
  const [row] = await tx.select().from(documentStandings).where(isThis(of)).for('update')
  if (!row) throw new Error('a document that was just written is not there')
  return row
}

const isThis = ({ schoolId, studentId, type }: Omit<OfDocument, 'isSensitive'>) =>
  and(
    eq(documentStandings.schoolId, schoolId),
    eq(documentStandings.studentId, studentId),
    eq(documentStandings.type, type),
  )

interface Deed {
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
export async function carry(tx: Tx, row: StandingRow, step: DocumentStep, deed: Deed): Promise<StandingRow> {
  const { schoolId, studentId, type } = row
  const { nowMs, day = null, documentId, ...said } = deed
  const at = toInstant(nowMs)
  const [changed] = await tx
    .update(documentStandings)
    .set({ ...after(step, row, day), since: at, revision: row.revision + 1 })
    .where(isThis(row))
    .returning()
  if (!changed) throw new Error('a document that is locked was not there to be changed')
  const { revision, state } = changed
  const of = { schoolId, studentId, type, revision, state, act: step.act }
  await tx.insert(documentDeeds).values({ ...of, ...said, day, documentId: documentId ?? null, at })
  return changed
}
