import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import {
  type MatchReason,
  matchPeople,
  type PreparedPerson,
  preparePerson,
} from '#shared/forms/people/person-match.rules.ts'
import { findPersons, type PersonRow } from './person.service.ts'
import { type Bonds, bondsOf, type Decision } from './person-bonds.service.ts'
import { decisionsAround } from './person-decision.service.ts'

export interface Hint {
  person: PersonRow
  score: number
  reasons: MatchReason[]
}

/** Limit of people compared among those sharing keys, most in common first. */
const maxCompared = 2_000

/**
 * Returns possible matches for each of these people, most alike first: found by shared keys, scored by `matchPeople`. Omits
 * people already merged with them or decided to be different.
 * @returns hints by person, and the decisions in force around them with their meaning
 */
export async function matchesFor(
  tx: Tx,
  schoolId: string,
  people: readonly PersonRow[],
): Promise<{ hints: Map<string, Hint[]>; decisions: Decision[]; bonds: Bonds }> {
  const ids = people.map(({ id }) => id)
  const pairs = await sharingKeys(tx, schoolId, ids)
  const others = await findPersons(
    tx,
    schoolId,
    pairs.map(({ other }) => other),
  )
  const decisions = await decisionsAround(tx, schoolId, [...ids, ...others.keys()])
  const bonds = bondsOf(decisions)
  const prepared = new Map([...people, ...others.values()].map((each) => [each.id, preparePerson(cluesOf(each))]))
  const byPerson = Map.groupBy(pairs, ({ person }) => person)
  const hintsOf = (person: PersonRow): Hint[] => {
    const isDecided = ({ id }: PersonRow) =>
      bonds.rootOf(id) === bonds.rootOf(person.id) || bonds.areApart(id, person.id)
    const found = (byPerson.get(person.id) ?? [])
      .flatMap(({ other }) => others.get(other) ?? [])
      .filter((other) => other.kind === person.kind && !isDecided(other))
      .flatMap((other) => compare(other, prepared.get(person.id), prepared.get(other.id)))
      .toSorted((a, b) => b.score - a.score || (a.person.id < b.person.id ? -1 : 1))
    // Only the most alike of several merged people is listed.
    const ofRoot = Map.groupBy(found, ({ person: other }) => bonds.rootOf(other.id))
    return [...ofRoot.values()].flatMap((same) => same.slice(0, 1))
  }
  return { hints: new Map(people.map((person) => [person.id, hintsOf(person)])), decisions, bonds }
}

function compare(person: PersonRow, one?: PreparedPerson, other?: PreparedPerson): Hint[] {
  const match = one && other && matchPeople(one, other)
  return match?.isHint ? [{ person, score: match.score, reasons: match.reasons }] : []
}

const cluesOf = ({ names, birthDate, phone, email }: PersonRow) => ({
  names,
  birthDate: birthDate ?? undefined,
  phone: phone ?? undefined,
  email: email ?? undefined,
})

async function sharingKeys(tx: Tx, schoolId: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ person: string; other: string }>(sql`
    select mine.person_id as person, theirs.person_id as other
    from person_keys mine
    join person_keys theirs
      on theirs.school_id = mine.school_id and theirs.key = mine.key and theirs.person_id <> mine.person_id
    where mine.school_id = ${schoolId} and mine.person_id = any(${uuidList(ids)})
    group by 1, 2
    order by count(*) desc, 1, 2
    limit ${maxCompared}`)
  return rows
}
