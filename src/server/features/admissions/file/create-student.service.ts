import { and, eq } from 'drizzle-orm'
import { foundBy } from '#server/features/students/student.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import { studentChanges, studentCommands } from '#server/features/students/student-change.table.ts'
import { permitErasure, type Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'

interface Begun {
  schoolId: string
  id: string
  language: Language
  byUser: UserId
  nowMs: number
  random: Random
}

/**
 * Creates a file before there is an application; its author becomes the owner. @throws AppError request.invalid when the id is
 * taken
 */
export async function createStudent(
  tx: Tx,
  { schoolId, id, language, byUser, nowMs, random }: Begun,
): Promise<Student> {
  const at = toInstant(nowMs)
  const reference = makeReference(random.bytes(referenceBytes))
  const [student] = await tx
    .insert(students)
    .values({
      schoolId,
      id,
      reference,
      origin: 'desk',
      language,
      status: 'new',
      statusSince: at,
      ownerId: byUser,
      appliedAt: at,
      revision: 1,
      ...foundBy({ nameLatin: null, nameArabic: null, reference }),
    })
    .onConflictDoNothing()
    .returning()
  if (!student) throw new AppError('request.invalid', { field: 'student_id' })
  await tx.insert(studentChanges).values({
    schoolId,
    id: uuidv7(nowMs, random),
    studentId: id,
    revision: 1,
    toStatus: 'new',
    mover: 'officer',
    byUser,
    decidedAt: at,
    recordedAt: at,
  })
  return student
}

/** Returns whether a file was created by staff and only its record was edited. */
export async function isUntouched(tx: Tx, { schoolId, id, origin, submissionId, status }: Student): Promise<boolean> {
  if (origin !== 'desk' || submissionId !== null || status !== 'new') return false
  const own = and(eq(studentChanges.schoolId, schoolId), eq(studentChanges.studentId, id))
  const commands = and(eq(studentCommands.schoolId, schoolId), eq(studentCommands.studentId, id))
  return (await tx.$count(studentChanges, own)) === 1 && (await tx.$count(studentCommands, commands)) === 0
}

/** Deletes an untouched file, with the one row of its history. */
export async function eraseUntouched(tx: Tx, { schoolId, id }: Student): Promise<void> {
  await permitErasure(tx, [id])
  await tx.delete(studentChanges).where(and(eq(studentChanges.schoolId, schoolId), eq(studentChanges.studentId, id)))
  await tx.delete(students).where(and(eq(students.schoolId, schoolId), eq(students.id, id)))
}
