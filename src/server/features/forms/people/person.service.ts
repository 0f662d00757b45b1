import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { FormSubject } from '#shared/forms/form-subjects.rules.ts'
import type { Hearing } from '#shared/forms/people/name-sound.rules.ts'
import { type PreparedPerson, preparePerson } from '#shared/forms/people/person-match.rules.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { personKeyRows, persons } from './person.table.ts'

/*
 * Comparing one person with a whole school takes seconds. Two records that `matchPeople` would match nearly always share one of
 * these keys, so a database looks for the keys (an array under an inverted index) and only the results are compared.
 */

/** Interchangeable consonants map to one; h is dropped, and so is an initial w or y. */
const coarse: Readonly<Record<string, string>> = Object.fromEntries(
  ['tTdDsSzC', 'kqgGXj', 'fv', 'hwy'].flatMap((group) =>
    [...group].map((sound) => [sound, group === 'hwy' ? '' : (group[0] ?? '')]),
  ),
)

const coarseOf = ({ beats }: Hearing): string => beats.map(({ consonant }) => coarse[consonant] ?? consonant).join('')

/**
 * Returns search keys: two parts of the name, a part with the birth date, phone, email. Every match strong enough for a hint
 * shares one.
 */
export function personKeys(person: PreparedPerson): string[] {
  const keys = new Set<string>()
  // The sorted digits are the same when day and month are swapped.
  const born =
    person.birthDate && `${person.birthDate.slice(0, 4)}${Array.from(person.birthDate.slice(5)).toSorted().join('')}`
  for (const { parts } of person.names) {
    const sounds = parts.map((hearings) => [...new Set(hearings.map(coarseOf))])
    for (const [index, one] of sounds.entries()) {
      if (born) for (const sound of one) keys.add(`b${born}${sound}`)
      for (const other of sounds.slice(index + 1)) {
        for (const a of one) for (const b of other) keys.add(a < b ? `n${a}+${b}` : `n${b}+${a}`)
      }
    }
  }
  if (person.phone) keys.add(`p${person.phone}`)
  if (person.email) keys.add(`e${person.email}`)
  return [...keys]
}

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
