import { and, asc, eq, gt, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { students } from './student.table.ts'

/** Counts open files and waiting students by placement. */
export async function studentsByPlace(
  tx: Tx,
  schoolId: string,
  year: number | undefined,
): Promise<(Place & { waiting: number })[]> {
  const { campus, entryYear, grade, stream } = students
  const rows = await tx
    .select({
      campus,
      entryYear,
      grade,
      stream,
      waiting: sql<number>`(count(*) filter (where ${students.status} = 'waiting'))::int`,
    })
    .from(students)
    .where(
      and(
        eq(students.schoolId, schoolId),
        year === undefined ? isNotNull(entryYear) : eq(entryYear, year),
        isNotNull(grade),
        ne(students.status, 'rejected'),
      ),
    )
    .groupBy(campus, entryYear, grade, stream)
  return rows.flatMap(({ entryYear: of, grade: known, ...row }) =>
    of === null || known === null ? [] : [{ ...row, entryYear: of, grade: known }],
  )
}

/** Returns ids of students waiting for one of these years, a page at a time. */
export async function waitingFor(
  tx: Tx,
  schoolId: string,
  { years, after }: { years: readonly number[]; after: string | undefined },
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .select({ id: students.id })
    .from(students)
    .where(
      and(
        eq(students.schoolId, schoolId),
        eq(students.status, 'waiting'),
        inArray(students.entryYear, [...years]),
        after === undefined ? undefined : gt(students.id, after),
      ),
    )
    .orderBy(asc(students.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}
