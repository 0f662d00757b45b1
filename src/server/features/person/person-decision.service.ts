import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { findPersons } from './person.service.ts'
import { personDecisions } from './person.table.ts'

export type Decision = typeof personDecisions.$inferSelect

/*
 * Two people are one by a row that says so, and by nothing else: what was handed in about either stays with its own, so
 * taking the row back restores both. Those in force make trees, for only roots are ever joined, one decision at a time.
 */

export interface By {
  schoolId: string
  userId: UserId
  nowMs: number
  random: Random
}

/**
 * Notes what somebody decided about two people. The same again is the decision that is there.
 * @throws AppError request.not-found for somebody unknown, or two of a different kind; person.decided when it was decided
 * otherwise meanwhile, which has to be undone first
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
  const there =
    decision === 'same'
      ? sameAs(inForce, personId).find(({ id }) => id === otherId)?.decision
      : inForce.find((each) => each.decision === 'apart' && isAbout(each, personId, otherId))
  if (there) return there.id
  const [from, to] = [rootOf(inForce, personId), rootOf(inForce, otherId)]
  if (from === to || areApart(inForce, from, to)) throw new AppError('person.decided', { field: 'otherId' })
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

/** Takes a decision back. Who did it first stays. @throws AppError request.not-found */
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

/** Two at once could close a circle: each sees two roots, and neither the other's row. */
const oneAtATime = (tx: Tx, schoolId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`person decisions of ${schoolId}`}, 0))`)

const isAbout = ({ personId, otherId }: Pick<Decision, 'personId' | 'otherId'>, one: string, other: string): boolean =>
  (personId === one && otherId === other) || (personId === other && otherId === one)

/** The longest chain of merges that is followed; staff merge a handful. */
const mostSteps = 50

/** Every decision in force about these people, and about all that are one with them. */
export async function decisionsAround(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Decision[]> {
  const found = new Map<string, Decision>()
  let asked: string[] = [...new Set(ids)]
  const known = new Set(asked)
  for (let step = 0; step < mostSteps && asked.length > 0; step += 1) {
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

/** This person and, one after the other, all that it goes by; the last is the root. */
function pathUp(decisions: readonly Decision[], id: string): string[] {
  const path = [id]
  for (;;) {
    const last = path.at(-1)
    const up = decisions.find((each) => each.decision === 'same' && each.personId === last)?.otherId
    if (up === undefined || path.includes(up)) return path
    path.push(up)
  }
}

/** The one that stands for this person and all that are one with it. */
export const rootOf = (decisions: readonly Decision[], id: string): string => pathUp(decisions, id).at(-1) ?? id

/** Whether somebody told apart any two of those for whom these two roots stand. */
export const areApart = (decisions: readonly Decision[], root: string, otherRoot: string): boolean =>
  decisions.some((each) => {
    if (each.decision !== 'apart') return false
    return isAbout(
      { personId: rootOf(decisions, each.personId), otherId: rootOf(decisions, each.otherId) },
      root,
      otherRoot,
    )
  })

/** Everybody who is one with this person, each with the decision that joins them. */
export function sameAs(decisions: readonly Decision[], id: string): { id: string; decision: Decision }[] {
  const path = pathUp(decisions, id)
  const root = rootOf(decisions, id)
  return (
    decisions
      .filter((each) => each.decision === 'same' && rootOf(decisions, each.personId) === root)
      // Seen from this person: on the way to the root a decision shows whom it leads to, elsewhere whom it brings.
      .map((decision) => ({ id: path.includes(decision.personId) ? decision.otherId : decision.personId, decision }))
  )
}

/** Everybody of whom somebody said that they are not this very person. */
export const apartFrom = (decisions: readonly Decision[], id: string): { id: string; decision: Decision }[] =>
  decisions
    .filter((each) => each.decision === 'apart' && (each.personId === id || each.otherId === id))
    .map((decision) => ({ id: decision.personId === id ? decision.otherId : decision.personId, decision }))
