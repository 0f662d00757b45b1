import { and, eq, inArray } from 'drizzle-orm'
import { continueInSchool, installationId, type Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Chains, endChained, endOtherSessions, endSessionsOfUser } from '../sessions/session.service.ts'
import { accountsOfPerson } from './linked-school.service.ts'
import { schoolHandOvers } from './linked-school.table.ts'

/**
 * Ends what sessions that have ended opened in the person's other schools: sessions, and tokens that would still open one. Those of
 * the same sign-in in this school end with them, unless it `stays`. The transaction goes on in the school it came from.
 */
export async function endOpened(
  tx: Tx,
  ended: { schoolId: string; userId: UserId; chains: Chains; stays?: boolean },
  nowMs: number,
): Promise<void> {
  const chains = [...ended.chains]
  if (chains.length === 0) return
  await continueInSchool(tx, installationId)
  const linked = await accountsOfPerson(tx, ended.schoolId, ended.userId)
  // Always in the same order, so that two that end at once do not wait for each other.
  for (const { ofSchoolId, userId } of linked.toSorted((a, b) => a.ofSchoolId.localeCompare(b.ofSchoolId))) {
    if (ended.stays && ofSchoolId === ended.schoolId) continue
    await continueInSchool(tx, ofSchoolId)
    const { schoolId, chain } = schoolHandOvers
    await tx.delete(schoolHandOvers).where(and(eq(schoolId, ofSchoolId), inArray(chain, chains)))
    for (const each of chains) await endChained(tx, ofSchoolId, { userId, chain: each }, nowMs)
  }
  await continueInSchool(tx, ended.schoolId)
}

/** Ends every session of a person, and what they opened in other schools: the password is replaced, the account or a role taken away. */
export async function endEverywhere(tx: Tx, schoolId: string, userId: UserId, nowMs: number): Promise<void> {
  await endOpened(tx, { schoolId, userId, chains: await endSessionsOfUser(tx, schoolId, userId, nowMs) }, nowMs)
}

/** Ends every session of a person but one, and what they opened in other schools. @returns how many were active in this one */
export async function endOthersEverywhere(
  tx: Tx,
  schoolId: string,
  who: { userId: UserId; keep: string },
  nowMs: number,
): Promise<number> {
  const { count, chains } = await endOtherSessions(tx, schoolId, who, nowMs)
  await endOpened(tx, { schoolId, userId: who.userId, chains }, nowMs)
  return count
}
