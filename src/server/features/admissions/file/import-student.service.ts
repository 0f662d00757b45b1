import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { foundBy } from '#server/features/students/student.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import { studentChanges } from '#server/features/students/student-change.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import type { ImportValues } from '#shared/admissions/import/import-row.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import { findingFor } from '../eligibility/student-age.service.ts'
import { updateWaitlistPositions } from '../waiting-list/waitlist.service.ts'

/** Fields that identify a child of a list. */
export type KnownStudent = Pick<Student, 'id' | 'reference' | 'nameLatin' | 'nameArabic' | 'birthDate'>

const knownColumns = {
  id: students.id,
  reference: students.reference,
  nameLatin: students.nameLatin,
  nameArabic: students.nameArabic,
  birthDate: students.birthDate,
}
const among = (texts: readonly string[]) => sql`(select jsonb_array_elements_text(${jsonRows([...new Set(texts)])}))`

/** Returns students with one of these references, and students born on one of these days. */
export async function studentsLike(
  tx: Tx,
  schoolId: string,
  { references, days }: { references: readonly string[]; days: readonly Day[] },
): Promise<{ registered: KnownStudent[]; born: KnownStudent[] }> {
  const here = eq(students.schoolId, schoolId)
  const registered = await tx
    .select(knownColumns)
    .from(students)
    .where(and(here, sql`${students.reference} in ${among(references)}`))
  const born = await tx
    .select(knownColumns)
    .from(students)
    .where(and(here, isNotNull(students.birthDate), sql`${students.birthDate}::text in ${among(days)}`))
  return { registered, born }
}

/** Returns students by id, with their identifying fields. */
export const studentsKnown = (tx: Tx, schoolId: string, ids: readonly string[]): Promise<KnownStudent[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select(knownColumns)
        .from(students)
        .where(and(eq(students.schoolId, schoolId), inArray(students.id, [...ids])))

interface ImportContext {
  schoolId: string
  byUser: UserId
  nowMs: number
  random: Random
  timeZone: string
  /** Default for a family whose list names none. */
  language: Language
}

/**
 * Creates a file for a listed child, with the first row of its history: without notification, and without a seat. @returns its id
 */
export async function importStudent(
  tx: Tx,
  { schoolId, byUser, nowMs, random, timeZone, language }: ImportContext,
  values: Omit<ImportValues, 'guardians'>,
): Promise<string> {
  const at = toInstant(nowMs)
  const { appliedOn, identityNumber: _number, ...facts } = values
  const row = {
    ...facts,
    schoolId,
    id: uuidv7(nowMs, random),
    reference: values.reference ?? makeReference(random.bytes(referenceBytes)),
    origin: 'import' as const,
    source: values.source ?? 'import',
    language: values.language ?? language,
    statusSince: at,
    // A known application day counts as its noon (UTC).
    appliedAt: appliedOn === null ? at : `${appliedOn}T12:00:00.000Z`,
    revision: 1,
  }
  const [student] = await tx
    .insert(students)
    .values({ ...row, ...foundBy(row) })
    .returning()
  if (!student) throw new Error('a student was not kept')
  await tx.insert(studentChanges).values({
    schoolId,
    id: uuidv7(nowMs, random),
    studentId: student.id,
    revision: 1,
    toStatus: student.status,
    mover: 'officer',
    byUser,
    decidedAt: at,
    recordedAt: at,
  })
  await updateWaitlistPositions(
    tx,
    { schoolId, nowMs, timeZone },
    { before: { ...student, status: 'new' }, after: student },
  )
  return student.id
}

/** Returns whether a child of this age may be shortlisted; false where the age is unknown. */
export async function mayBeShortlisted(
  tx: Tx,
  schoolId: string,
  { birthDate, grade, entryYear }: Pick<ImportValues, 'birthDate' | 'grade' | 'entryYear'>,
): Promise<boolean> {
  if (birthDate === null || grade === null || entryYear === null) return false
  return (await findingFor(tx, { schoolId, submissionId: null, birthDate, grade, entryYear })) === null
}
