import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { findPersons } from './person.service.ts'
import { personDecisions } from './person.table.ts'
import { bondsOf, type Decision } from './person-bonds.service.ts'

/*
 * Two people are merged only by a row that says so: submissions about either stay with their own, so undoing the row restores
 * both. Decisions in force form trees, because only roots are joined, one decision at a time.
 */

export interface By {
  schoolId: string
  userId: UserId
  nowMs: number
  random: Random
}

/**
 * Records a decision about two people. Repeating it returns the existing decision.
 * @throws AppError request.not-found for an unknown person, or two of different kinds; person.decided when the opposite was
 * decided meanwhile, which has to be undone first
 */
export async function decide(
  tx: Tx,
  by: By,
  decision: Decision['decision'],
  [personId, otherId]: readonly [string, string],
): Promise<string> {
  const { schoolId } = by
  await oneAtATime(tx, schoolId)
  const known = await findPersons(tx, schoolId, [personId, otherId])
  const kinds = new Set([...known.values()].map(({ kind }) => kind))
  if (known.size < 2 || kinds.size > 1) throw new AppError('request.not-found', { field: 'otherId' })
  const inForce = await decisionsAround(tx, schoolId, [personId, otherId])
  const bonds = bondsOf(inForce)
  const there =
    decision === 'same'
      ? bonds.sameAs(personId).find(({ id }) => id === otherId)?.decision
      : bonds.apartFrom(personId).find(({ id }) => id === otherId)?.decision
  if (there) return there.id
  const [from, to] = [bonds.rootOf(personId), bonds.rootOf(otherId)]
  if (from === to || bonds.areApart(from, to)) throw new AppError('person.decided', { field: 'otherId' })
  return insert(tx, by, {
    decision,
    ...(decision === 'same' ? { personId: from, otherId: to } : { personId, otherId }),
  })
}

async function insert(
  tx: Tx,
  { schoolId, userId, nowMs, random }: By,
  row: Pick<Decision, 'decision' | 'personId' | 'otherId'>,
): Promise<string> {
  const id = uuidv7(nowMs, random)
  await tx.insert(personDecisions).values({ schoolId, id, ...row, decidedAt: toInstant(nowMs), decidedBy: userId })
  return id
}

/** Undoes a decision; the first person to undo it stays recorded. @throws AppError request.not-found */
export async function undo(tx: Tx, { schoolId, userId, nowMs }: By, decisionId: string): Promise<void> {
  await oneAtATime(tx, schoolId)
  const here = and(eq(personDecisions.schoolId, schoolId), eq(personDecisions.id, decisionId))
  const [known] = await tx.select({ id: personDecisions.id }).from(personDecisions).where(here)
  if (!known) throw new AppError('request.not-found', { field: 'decisionId' })
  await tx
    .update(personDecisions)
    .set({ undoneAt: toInstant(nowMs), undoneBy: userId })
    .where(and(here, isNull(personDecisions.undoneAt)))
}

/** Serialises decisions: two at once could close a circle, each seeing two roots and neither the other's row. */
const oneAtATime = (tx: Tx, schoolId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`person decisions of ${schoolId}`}, 0))`)

/** Longest chain of merges followed; staff merge a handful. */
const maxSteps = 50

/** Returns every decision in force about these people, and about all merged with them. */
export async function decisionsAround(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Decision[]> {
  const found = new Map<string, Decision>()
  let asked: string[] = [...new Set(ids)]
  const known = new Set(asked)
  for (let step = 0; step < maxSteps && asked.length > 0; step += 1) {
    const rows = await tx
      .select()
      .from(personDecisions)
      .where(
        and(
          eq(personDecisions.schoolId, schoolId),
          isNull(personDecisions.undoneAt),
          or(inArray(personDecisions.personId, asked), inArray(personDecisions.otherId, asked)),
        ),
      )
    for (const row of rows) found.set(row.id, row)
    asked = rows
      .filter(({ decision }) => decision === 'same')
      .flatMap(({ personId, otherId }) => [personId, otherId])
      .filter((id) => !known.has(id))
    for (const id of asked) known.add(id)
  }
  return [...found.values()]
}

/** Returns everyone merged with this person, including themselves, and the root of the group. */
export async function oneWith(tx: Tx, schoolId: string, personId: string): Promise<{ root: string; all: string[] }> {
  const bonds = bondsOf(await decisionsAround(tx, schoolId, [personId]))
  return { root: bonds.rootOf(personId), all: [personId, ...bonds.sameAs(personId).map(({ id }) => id)] }
}
