import { and, desc, eq, gt, max, ne } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { studentGuardians, studentRecordChanges } from './student-record.table.ts'

export type ChangeRow = typeof studentRecordChanges.$inferSelect

const ofStudent = (schoolId: string, studentId: string) =>
  and(eq(studentRecordChanges.schoolId, schoolId), eq(studentRecordChanges.studentId, studentId))

/** How often a student's record was changed; 0 for one that stands as it was applied with. */
export async function recordRevision(tx: Tx, schoolId: string, studentId: string): Promise<number> {
  const [found] = await tx
    .select({ revision: max(studentRecordChanges.revision) })
    .from(studentRecordChanges)
    .where(ofStudent(schoolId, studentId))
  return found?.revision ?? 0
}

/** The command that was carried out under this id. */
export async function findChange(tx: Tx, schoolId: string, id: string): Promise<ChangeRow | undefined> {
  const [found] = await tx
    .select()
    .from(studentRecordChanges)
    .where(and(eq(studentRecordChanges.schoolId, schoolId), eq(studentRecordChanges.id, id)))
  return found
}

/** Every change of a record, the newest first. */
export const changesOf = (tx: Tx, schoolId: string, studentId: string): Promise<ChangeRow[]> =>
  tx
    .select()
    .from(studentRecordChanges)
    .where(ofStudent(schoolId, studentId))
    .orderBy(desc(studentRecordChanges.revision))

/** Writes a command down. @returns whether its id was free */
export async function keepChange(tx: Tx, change: typeof studentRecordChanges.$inferInsert): Promise<boolean> {
  const kept = await tx
    .insert(studentRecordChanges)
    .values(change)
    .onConflictDoNothing()
    .returning({ id: studentRecordChanges.id })
  return kept.length > 0
}

/** Takes away what a record said of somebody whose file is gone; that it was begun and erased stays. */
export async function forgetRecord(tx: Tx, schoolId: string, studentId: string, erasedBy: string): Promise<void> {
  await tx
    .delete(studentGuardians)
    .where(and(eq(studentGuardians.schoolId, schoolId), eq(studentGuardians.studentId, studentId)))
  await tx
    .delete(studentRecordChanges)
    .where(
      and(ofStudent(schoolId, studentId), gt(studentRecordChanges.revision, 1), ne(studentRecordChanges.id, erasedBy)),
    )
}
