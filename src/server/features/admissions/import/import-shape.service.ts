import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { HeadMapping } from '#shared/admissions/import/import-columns.rules.ts'
import { importShapes } from './student-import.table.ts'

/** Returns what a person has said of the headings of files of this shape, if anybody has. */
export async function findShape(tx: Tx, schoolId: string, shape: string): Promise<HeadMapping | undefined> {
  const isShape = and(eq(importShapes.schoolId, schoolId), eq(importShapes.shape, shape))
  const [row] = await tx.select({ mapping: importShapes.mapping }).from(importShapes).where(isShape)
  return row?.mapping
}

/** Remembers it for the next file of this shape; the latest counts. */
export async function keepShape(tx: Tx, row: typeof importShapes.$inferInsert): Promise<void> {
  const { mapping, savedAt, savedBy } = row
  await tx
    .insert(importShapes)
    .values(row)
    .onConflictDoUpdate({ target: [importShapes.schoolId, importShapes.shape], set: { mapping, savedAt, savedBy } })
}
