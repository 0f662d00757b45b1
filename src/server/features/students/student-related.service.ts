import { and, asc, eq, inArray, ne, or } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { parseReference } from '#shared/kernel/text/reference-number.rules.ts'
import { students } from './student.table.ts'
import { type Student, studentRow } from './student.view.ts'

interface Related {
  schoolId: string
  /** File to start from; excluded from the result. */
  not: string
  personIds: readonly string[]
  submissionIds: readonly string[]
  /** Files related for another reason. */
  studentIds: readonly string[]
}

/** More than any family has. */
const maxRelated = 30

/** Returns the files of these people and of these applications, the earliest first. */
export async function relatedStudents(
  tx: Tx,
  { schoolId, not, personIds, submissionIds, studentIds }: Related,
): Promise<Student[]> {
  if (personIds.length + submissionIds.length + studentIds.length === 0) return []
  return tx
    .select()
    .from(students)
    .where(
      and(
        eq(students.schoolId, schoolId),
        ne(students.id, not),
        or(
          inArray(students.personId, [...personIds]),
          inArray(students.submissionId, [...submissionIds]),
          inArray(students.id, [...studentIds]),
        ),
      ),
    )
    .orderBy(asc(students.appliedAt), asc(students.id))
    .limit(maxRelated)
}

/** Returns every child registered under this reference, in any spelling. */
export const studentsRegisteredAs = (tx: Tx, schoolId: string, reference: string): Promise<Student[]> =>
  tx
    .select()
    .from(students)
    .where(
      and(
        eq(students.schoolId, schoolId),
        inArray(students.reference, [...new Set([reference, parseReference(reference) ?? reference])]),
      ),
    )
    .orderBy(asc(students.place), asc(students.id))

/** Returns one student's row. */
export async function findStudentRow(tx: Tx, schoolId: string, id: string): Promise<Student | undefined> {
  const [student] = await tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.id, id)))
  return student
}

/** Maps a student as lists show them, for domains with lists of their own. */
export const rowView = studentRow
