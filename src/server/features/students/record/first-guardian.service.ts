import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { GuardianRow } from './guardian.service.ts'
import { studentGuardians } from './student-record.table.ts'

/** Returns the first guardian of each child; children without one are left out. */
export async function firstGuardiansOf(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
): Promise<Map<string, GuardianRow>> {
  if (studentIds.length === 0) return new Map()
  const { schoolId: ofSchool, studentId, position, id } = studentGuardians
  const rows = await tx
    .selectDistinctOn([studentId])
    .from(studentGuardians)
    .where(and(eq(ofSchool, schoolId), inArray(studentId, [...studentIds])))
    .orderBy(asc(studentId), asc(position), asc(id))
  return new Map(rows.map((row) => [row.studentId, row]))
}
