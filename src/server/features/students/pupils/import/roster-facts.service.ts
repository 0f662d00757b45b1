import { and, eq, inArray } from 'drizzle-orm'
import { cardOwners, findRoster } from '#server/features/pos/roster/roster.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { schoolClasses } from '../../classes/class.table.ts'
import { studentGuardians } from '../../record/student-record.table.ts'
import type { KnownGuardian } from './file-guardian.rules.ts'
import type { ClassSeen, RosterFacts } from './plan-pupils.rules.ts'
import type { FilePupil } from './pupil-row.rules.ts'

/** Returns what the school knows of the pupils of a file, or of a part of it. `year`: the school year of the classes. */
export async function readRosterFacts(
  tx: Tx,
  schoolId: string,
  year: number,
  files: readonly FilePupil[],
): Promise<RosterFacts> {
  const known = await findRoster(
    tx,
    schoolId,
    files.map(({ admissionNo }) => admissionNo),
  )
  const owners = await cardOwners(
    tx,
    schoolId,
    files.flatMap(({ cardNo }) => cardNo ?? []),
  )
  const studentIds = [...known.values()].flatMap(({ studentId }) => studentId ?? [])
  return {
    known,
    owners,
    classes: await classesByName(tx, schoolId, year),
    guardians: await guardiansByStudent(tx, schoolId, studentIds),
  }
}

/** Returns the classes of a school year by their English name in lower case. */
export async function classesByName(tx: Tx, schoolId: string, year: number): Promise<Map<string, ClassSeen>> {
  const rows = await tx
    .select({ id: schoolClasses.id, grade: schoolClasses.grade, name: schoolClasses.name })
    .from(schoolClasses)
    .where(and(eq(schoolClasses.schoolId, schoolId), eq(schoolClasses.year, year)))
  return new Map(rows.map((row) => [row.name.en.toLowerCase(), row]))
}

/** A statement with more ids would have more parameters than PostgreSQL takes. */
const idsPerStatement = 10_000

async function guardiansByStudent(tx: Tx, schoolId: string, studentIds: readonly string[]) {
  const found = new Map<string, KnownGuardian[]>()
  const { id, studentId, nameLatin, nameArabic, email, phone } = studentGuardians
  for (let at = 0; at < studentIds.length; at += idsPerStatement) {
    const rows = await tx
      .select({ id, studentId, nameLatin, nameArabic, email, phone })
      .from(studentGuardians)
      .where(
        and(
          eq(studentGuardians.schoolId, schoolId),
          inArray(studentGuardians.studentId, studentIds.slice(at, at + idsPerStatement)),
        ),
      )
      .orderBy(studentGuardians.position, studentGuardians.id)
    for (const row of rows) found.set(row.studentId, [...(found.get(row.studentId) ?? []), row])
  }
  return found
}
