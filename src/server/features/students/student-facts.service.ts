import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { students } from './student.table.ts'

const facts = {
  id: students.id,
  schoolId: students.schoolId,
  reference: students.reference,
  nameLatin: students.nameLatin,
  nameArabic: students.nameArabic,
  nationality: students.nationality,
  grade: students.grade,
  language: students.language,
  submissionId: students.submissionId,
}

/** Returns what other domains may know of students: who they are, never their status. */
export const studentFacts = (tx: Tx, schoolId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select(facts)
        .from(students)
        .where(and(eq(students.schoolId, schoolId), inArray(students.id, [...ids])))
export type StudentFacts = Awaited<ReturnType<typeof studentFacts>>[number]

/** Checks that a student exists. @throws AppError request.not-found */
export async function requireStudent(tx: Tx, schoolId: string, id: string): Promise<void> {
  const [student] = await studentFacts(tx, schoolId, [id])
  if (!student) throw new AppError('request.not-found')
}

/** Returns a child's placement and status, for checks before a decision. @throws AppError request.not-found */
export async function studentStatus(tx: Tx, schoolId: string, id: string) {
  const { status, heldFrom, entryYear, campus } = students
  const [student] = await tx
    .select({ ...facts, status, heldFrom, entryYear, campus })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.id, id)))
  if (!student) throw new AppError('request.not-found')
  return student
}
export type StudentStatusFacts = Awaited<ReturnType<typeof studentStatus>>

/** Selects ids of students with open files, for `in (…)`. */
export const openStudents = (schoolId: string): SQL =>
  sql`select ${students.id} from ${students} where ${students.schoolId} = ${schoolId} and ${students.status} <> 'rejected'`

/** Returns whole rows of these students, unordered. */
export const wholeStudents = (tx: Tx, schoolId: string, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(students)
        .where(and(eq(students.schoolId, schoolId), inArray(students.id, [...ids])))
