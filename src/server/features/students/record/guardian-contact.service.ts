import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import type { GuardianContact } from '#shared/students/student-record.rules.ts'
import { students } from '../student.table.ts'
import { type GuardianRow, guardiansOf } from './guardian.service.ts'
import { studentGuardians } from './student-record.table.ts'

/** A phone number or email shared by more is the school's own, or a placeholder. */
const maxPerFamily = 30

const among = (texts: readonly (string | null)[]) =>
  sql`(select jsonb_array_elements_text(${jsonRows([...new Set(texts.filter((text) => text !== null))])}))`

/** Returns everyone on record with one of these phones or emails. */
export const guardiansReachedBy = (
  tx: Tx,
  schoolId: string,
  guardians: readonly Pick<GuardianRow, 'phone' | 'email'>[],
): Promise<GuardianRow[]> =>
  guardians.every(({ phone, email }) => phone === null && email === null)
    ? Promise.resolve([])
    : tx
        .select()
        .from(studentGuardians)
        .where(
          and(
            eq(studentGuardians.schoolId, schoolId),
            or(
              sql`${studentGuardians.phone} in ${among(guardians.map(({ phone }) => phone))}`,
              sql`lower(${studentGuardians.email}) in ${among(guardians.map(({ email }) => email && email.toLowerCase()))}`,
            ),
          ),
        )

/** Returns other students who share a guardian's phone or email on record with this one: siblings. */
export async function sharingGuardian(tx: Tx, schoolId: string, studentId: string): Promise<string[]> {
  const own = await guardiansOf(tx, schoolId, studentId)
  const reached = await guardiansReachedBy(tx, schoolId, own)
  const others = new Set(reached.map((guardian) => guardian.studentId).filter((id) => id !== studentId))
  return others.size > maxPerFamily ? [] : [...others]
}

/** Adds the guardians an import names for a student, in order; it says nothing of their rights. */
export async function addGuardians(
  tx: Tx,
  { schoolId, studentId, nowMs, random }: { schoolId: string; studentId: string; nowMs: number; random: Random },
  guardians: readonly GuardianContact[],
): Promise<void> {
  const rows = guardians.map(({ nameLatin, nameArabic, relation, phone, email, language }, position) => ({
    schoolId,
    id: uuidv7(nowMs, random),
    studentId,
    position,
    nameLatin,
    nameArabic,
    relation,
    phone,
    email,
    language,
  }))
  if (rows.length > 0) await tx.insert(studentGuardians).values(rows)
}

export type ListedGuardian = Pick<GuardianRow, 'nameLatin' | 'nameArabic' | 'relation' | 'phone' | 'email' | 'language'>

/** Returns the first guardians of the student in a row of `students`, for its select list: `ListedGuardian[]` as JSON. */
export const listedGuardians = (most: number): SQL => sql`(
  select jsonb_agg(to_jsonb(listed)) from (
    select name_latin as "nameLatin", name_arabic as "nameArabic", relation, phone, email, language
    from ${studentGuardians}
    where school_id = ${students.schoolId} and student_id = ${students.id}
    order by position, id limit ${most}::int
  ) as listed)`
