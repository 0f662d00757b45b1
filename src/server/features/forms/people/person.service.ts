import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FormSubject } from '#shared/forms/form-subjects.rules.ts'
import { preparePerson } from '#shared/forms/people/person-match.rules.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { personKeyRows, persons } from './person.table.ts'
import { personKeys } from './person-keys.rules.ts'

export type PersonRow = typeof persons.$inferSelect

interface Of {
  schoolId: string
  submissionId: string
  nowMs: number
  random: Random
}

/**
 * Stores the people a submission is about, with their search keys. Once for each submission.
 * @returns their ids, in the order of the subjects
 */
export async function recordPeople(tx: Tx, of: Of, subjects: readonly FormSubject[]): Promise<string[]> {
  const { schoolId, submissionId, nowMs, random } = of
  if (subjects.length === 0) return []
  const rows = subjects.map((subject, place) => ({
    row: {
      schoolId,
      id: uuidv7(nowMs, random),
      kind: subject.kind,
      submissionId,
      place,
      names: [...subject.names],
      birthDate: subject.birthDate ?? null,
      phone: subject.phone ?? null,
      email: subject.email ?? null,
    },
    keys: personKeys(preparePerson(subject)),
  }))
  await tx.insert(persons).values(rows.map(({ row }) => row))
  const keyRows = rows.flatMap(({ row, keys }) => keys.map((key) => ({ schoolId, key, personId: row.id })))
  if (keyRows.length > 0) await tx.insert(personKeyRows).values(keyRows)
  return rows.map(({ row }) => row.id)
}

/** Returns the people of these submissions, in order. */
export const peopleOf = (tx: Tx, schoolId: string, submissionIds: readonly string[]): Promise<PersonRow[]> =>
  submissionIds.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(persons)
        .where(and(eq(persons.schoolId, schoolId), inArray(persons.submissionId, [...submissionIds])))
        .orderBy(persons.submissionId, persons.place)

/** Returns people by id; unknown ids are absent. */
export async function findPersons(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Map<string, PersonRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(persons)
    .where(and(eq(persons.schoolId, schoolId), inArray(persons.id, [...new Set(ids)])))
  return new Map(rows.map((row) => [row.id, row]))
}
