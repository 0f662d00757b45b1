import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { feePlanChoices } from './fee-payer.table.ts'

/** Returns the plans chosen for children in a year, by child. */
export async function planChoicesOf(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
  year: number,
): Promise<Map<string, string>> {
  if (studentIds.length === 0) return new Map()
  const { studentId, planId } = feePlanChoices
  const rows = await tx
    .select({ studentId, planId })
    .from(feePlanChoices)
    .where(
      and(eq(feePlanChoices.schoolId, schoolId), inArray(studentId, [...studentIds]), eq(feePlanChoices.year, year)),
    )
  return new Map(rows.map((row) => [row.studentId, row.planId]))
}
