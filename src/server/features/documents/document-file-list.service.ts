import { and, asc, eq } from 'drizzle-orm'
import { type FileRow, findFiles } from '#server/features/forms/files/file-store.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { documentsAt } from './document.service.ts'
import { documentActions, type documents } from './document.table.ts'

export type ActionRow = typeof documentActions.$inferSelect
export interface HeldFile {
  document: typeof documents.$inferSelect
  file: FileRow
}

/** Returns every file of a student with its document, and every recorded action, in order. */
export async function filesAndActions(
  tx: Tx,
  schoolId: string,
  studentId: string,
): Promise<{ files: HeldFile[]; actions: ActionRow[] }> {
  const held = await documentsAt(tx, schoolId, studentId)
  const found = await findFiles(
    tx,
    schoolId,
    held.map(({ id }) => id),
  )
  const byId = new Map(found.map((file) => [file.id, file]))
  const files = held.flatMap((document) => {
    const file = byId.get(document.id)
    return file ? [{ document, file }] : []
  })
  const actions = await tx
    .select()
    .from(documentActions)
    .where(and(eq(documentActions.schoolId, schoolId), eq(documentActions.studentId, studentId)))
    .orderBy(asc(documentActions.type), asc(documentActions.revision))
  return { files, actions }
}
