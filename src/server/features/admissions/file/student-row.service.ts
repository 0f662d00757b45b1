import { and, eq } from 'drizzle-orm'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import { type StudentState } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'

/** Updates a locked student and increments its revision, which happens for every command about it, even with nothing to set. */
export async function updateStudent(
  tx: Tx,
  student: Student,
  values: Partial<typeof students.$inferInsert>,
): Promise<Student> {
  const [updated] = await tx
    .update(students)
    .set({ ...values, revision: student.revision + 1 })
    .where(and(eq(students.schoolId, student.schoolId), eq(students.id, student.id)))
    .returning()
  if (!updated) throw new Error('a locked student was missing when it was updated')
  return updated
}

/** Locks a student until the transaction ends. @throws AppError request.not-found, student.erased */
export async function lockStudent(tx: Tx, schoolId: string, id: string): Promise<Student> {
  const student = await lockStudentOrErased(tx, schoolId, id)
  requireNotErased(student)
  return student
}

/** Refuses additions to an erased file. @throws AppError student.erased */
export function requireNotErased({ erasedAt }: Pick<Student, 'erasedAt'>): void {
  if (erasedAt !== null) throw new AppError('student.erased')
}

/** Locks a student whose file may be erased, for requests that are still answered. @throws AppError request.not-found */
export async function lockStudentOrErased(tx: Tx, schoolId: string, id: string): Promise<Student> {
  const [student] = await tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.id, id)))
    .for('update')
  if (!student) throw new AppError('request.not-found')
  return student
}

/** Picks what a command may change of a student, which is stored to answer the same command again. */
export const stateOf = (student: Student): StudentState => ({
  status: student.status,
  statusSince: student.statusSince,
  heldFrom: student.heldFrom,
  reviewOn: student.reviewOn,
  outcome: student.outcome,
  closedBy: student.closedBy,
  ownerId: student.ownerId,
  nextActionOn: student.nextActionOn,
  campus: student.campus,
  entryYear: student.entryYear,
  grade: student.grade,
  stream: student.stream,
  revision: student.revision,
})
