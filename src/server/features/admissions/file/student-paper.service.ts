import { and, eq, inArray } from 'drizzle-orm'
import { students } from '#server/features/students/student.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { StudentFilter } from '#shared/admissions/student.contract.ts'
import { findStudents } from '../list/student-list.service.ts'

const onPaper = {
  id: students.id,
  schoolId: students.schoolId,
  reference: students.reference,
  submissionId: students.submissionId,
  language: students.language,
  place: students.place,
  nameLatin: students.nameLatin,
  nameArabic: students.nameArabic,
  grade: students.grade,
  entryYear: students.entryYear,
  status: students.status,
  outcome: students.outcome,
}

/** Returns letter data of students, unordered; omits unknown ids. */
export const studentsOnPaper = (tx: Tx, schoolId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select(onPaper)
        .from(students)
        .where(and(eq(students.schoolId, schoolId), inArray(students.id, [...ids])))
export type StudentOnPaper = Awaited<ReturnType<typeof studentsOnPaper>>[number]

/** Returns the ids found by a list's filter, by name; one beyond `most` where there are more. */
export const idsFound = async (tx: Tx, schoolId: string, filter: StudentFilter, most: number): Promise<string[]> =>
  (await findStudents(tx, { schoolId, filter, sort: 'name', after: undefined, limit: most })).map(({ id }) => id)
