import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import type { Guardian } from '#shared/students/student-record.contract.ts'
import {
  changedFields,
  type GuardianFacts,
  type GuardianRelation,
  guardianFields,
} from '#shared/students/student-record.rules.ts'
import { type RecordChange, studentGuardians } from './student-record.table.ts'

export type GuardianRow = typeof studentGuardians.$inferSelect

interface Of {
  schoolId: string
  nowMs: number
  random: Random
}

/** Copies an application's guardians to each of its students; later changes apply to one child. */
export async function recordGuardians(
  tx: Tx,
  { schoolId, nowMs, random }: Of,
  studentIds: readonly string[],
  guardians: readonly GuardianFacts[],
): Promise<void> {
  const rows = studentIds.flatMap((studentId) =>
    guardians.map((guardian, place) => ({
      schoolId,
      id: uuidv7(nowMs, random),
      studentId,
      place,
      position: place,
      ...guardian,
      relation: guardian.relation as GuardianRelation | null,
      language: guardian.language as Language | null,
    })),
  )
  if (rows.length > 0) await tx.insert(studentGuardians).values(rows)
}

/** Returns a student's guardians, in order. */
export const guardiansOf = (tx: Tx, schoolId: string, studentId: string): Promise<GuardianRow[]> =>
  tx
    .select()
    .from(studentGuardians)
    .where(and(eq(studentGuardians.schoolId, schoolId), eq(studentGuardians.studentId, studentId)))
    .orderBy(asc(studentGuardians.position), asc(studentGuardians.id))

/** Returns the guardians of an unchanged record. Applications older than records get theirs now, once. */
export async function ensureGuardians(
  tx: Tx,
  of: Of,
  studentId: string,
  applied: readonly GuardianFacts[],
): Promise<GuardianRow[]> {
  const there = await guardiansOf(tx, of.schoolId, studentId)
  if (there.length > 0 || applied.length === 0) return there
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guardians of ${studentId}`}, 0))`)
  if ((await guardiansOf(tx, of.schoolId, studentId)).length === 0) await recordGuardians(tx, of, [studentId], applied)
  return guardiansOf(tx, of.schoolId, studentId)
}

/** Returns a guardian for staff. */
export const guardianView = ({
  schoolId: _school,
  studentId: _student,
  place: _place,
  position: _position,
  ...guardian
}: GuardianRow): Guardian => guardian

const nameOf = ({ nameLatin, nameArabic }: Pick<Guardian, 'nameLatin' | 'nameArabic'>) => nameLatin ?? nameArabic

/** Sets the guardians of a locked student. @returns the changes */
export async function setGuardians(
  tx: Tx,
  { schoolId, studentId }: { schoolId: string; studentId: string },
  wanted: readonly Guardian[],
): Promise<RecordChange[]> {
  const before = await guardiansOf(tx, schoolId, studentId)
  const kept = new Map(before.map((row) => [row.id, row]))
  const changes: RecordChange[] = []
  for (const [position, guardian] of wanted.entries()) {
    const { id, ...facts } = guardian
    const row = kept.get(id)
    kept.delete(id)
    if (row) {
      const of = { of: id, name: nameOf(row) }
      changes.push(...changedFields(guardianFields, row, facts).map((change) => ({ ...of, ...change })))
      await tx
        .update(studentGuardians)
        .set({ ...facts, position })
        .where(isThis(schoolId, id))
      continue
    }
    await tx.insert(studentGuardians).values({ schoolId, studentId, id, position, ...facts })
    changes.push({ of: id, name: nameOf(guardian), field: 'added', from: null, to: nameOf(guardian) })
  }
  for (const row of kept.values()) {
    await tx.delete(studentGuardians).where(isThis(schoolId, row.id))
    const facts = changedFields(guardianFields, row, noFacts).map((change) => ({
      of: row.id,
      name: nameOf(row),
      ...change,
    }))
    changes.push({ of: row.id, name: nameOf(row), field: 'removed', from: nameOf(row), to: null }, ...facts)
  }
  return changes
}

const noFacts = Object.fromEntries(guardianFields.map((field) => [field, null])) as Record<
  (typeof guardianFields)[number],
  null
>

const isThis = (schoolId: string, id: string) =>
  and(eq(studentGuardians.schoolId, schoolId), eq(studentGuardians.id, id))
