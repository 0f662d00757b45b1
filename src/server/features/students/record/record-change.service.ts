import { and, desc, eq, gt, max, ne } from 'drizzle-orm'
import { permitErasure, type Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import { studentGuardians, studentRecordChanges } from './student-record.table.ts'

export type ChangeRow = typeof studentRecordChanges.$inferSelect

const ofStudent = (schoolId: string, studentId: string) =>
  and(eq(studentRecordChanges.schoolId, schoolId), eq(studentRecordChanges.studentId, studentId))

/** Returns the number of changes of a student's record; 0 for one unchanged since the application. */
export async function recordRevision(tx: Tx, schoolId: string, studentId: string): Promise<number> {
  const [found] = await tx
    .select({ revision: max(studentRecordChanges.revision) })
    .from(studentRecordChanges)
    .where(ofStudent(schoolId, studentId))
  return found?.revision ?? 0
}

/** Runs a command on a record once. @returns the revision that it made. @throws AppError request.invalid as `runOnce` */
export const changeOnce = (
  tx: Tx,
  command: { schoolId: string; id: string; asked: unknown },
  first: (askedHash: string) => Promise<{ revision: number }>,
): Promise<{ revision: number }> =>
  runOnce(tx, studentRecordChanges, command, { first, again: ({ revision }) => ({ revision }) })

/** Returns every change of a record, the newest first. */
export const changesOf = (tx: Tx, schoolId: string, studentId: string): Promise<ChangeRow[]> =>
  tx
    .select()
    .from(studentRecordChanges)
    .where(ofStudent(schoolId, studentId))
    .orderBy(desc(studentRecordChanges.revision))

/** Writes a command down. */
export async function addChange(tx: Tx, change: typeof studentRecordChanges.$inferInsert): Promise<void> {
  await tx.insert(studentRecordChanges).values(change)
}

/** Deletes the content of an erased file's record; its creation and erasure stay. */
export async function forgetRecord(tx: Tx, schoolId: string, studentId: string, erasedBy: string): Promise<void> {
  await permitErasure(tx, [studentId])
  await tx
    .delete(studentGuardians)
    .where(and(eq(studentGuardians.schoolId, schoolId), eq(studentGuardians.studentId, studentId)))
  await tx
    .delete(studentRecordChanges)
    .where(
      and(ofStudent(schoolId, studentId), gt(studentRecordChanges.revision, 1), ne(studentRecordChanges.id, erasedBy)),
    )
}
