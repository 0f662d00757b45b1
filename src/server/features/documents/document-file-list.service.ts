import { and, asc, eq } from 'drizzle-orm'
import { type FileRow, findFiles } from '#server/features/forms/files/file-store.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { documentsAt } from './document.service.ts'
import { documentDeeds, type documents } from './document.table.ts'

export type DeedRow = typeof documentDeeds.$inferSelect
export interface HeldFile {
  document: typeof documents.$inferSelect
  file: FileRow
}

/** Returns every file of a student with its document, and every recorded action, in order. */
export async function filesAndDeeds(
  tx: Tx,
  schoolId: string,
  studentId: string,
): Promise<{ files: HeldFile[]; deeds: DeedRow[] }> {
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
  const deeds = await tx
    .select()
    .from(documentDeeds)
    .where(and(eq(documentDeeds.schoolId, schoolId), eq(documentDeeds.studentId, studentId)))
    .orderBy(asc(documentDeeds.type), asc(documentDeeds.revision))
  return { files, deeds }
}
