import { and, eq, inArray, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx, School } from '#server/http/context.ts'
import { continueInSchool, type Database, installationId, type Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { ProvenAccount } from '../sessions/auth.service.ts'
import { linkedAccounts } from './linked-school.table.ts'

/** What proves an account while nobody but its owner has changed its password or address. */
export const proofOf = ({ passwordHash, email }: Pick<ProvenAccount, 'passwordHash' | 'email'>): string =>
  sha256Hex(`${passwordHash}\n${email}`)

const ofInstallation = eq(linkedAccounts.schoolId, installationId)
const isAccount = (schoolId: string, userId: UserId) =>
  and(ofInstallation, eq(linkedAccounts.ofSchoolId, schoolId), eq(linkedAccounts.userId, userId))

export type Linked = typeof linkedAccounts.$inferSelect

/** Returns the accounts linked to this one, itself among them; none where it is linked to none. In the installation's transaction. */
export async function accountsOfPerson(tx: Tx, schoolId: string, userId: UserId): Promise<Linked[]> {
  const [own] = await tx.select().from(linkedAccounts).where(isAccount(schoolId, userId))
  return own ? tx.select().from(linkedAccounts).where(ofPerson(own.personId)) : []
}

const ofPerson = (personId: string) => and(ofInstallation, eq(linkedAccounts.personId, personId))

/** The same, in a transaction of its own. */
export const readLinked = (db: Database, schoolId: string, userId: UserId): Promise<Linked[]> =>
  db.tenant(installationId, (tx) => accountsOfPerson(tx, schoolId, userId))

interface Side {
  school: Pick<School, 'schoolId' | 'code'>
  account: ProvenAccount
}

/**
 * Links two accounts that are proven to belong to one person, with all that each was linked to before and still proves, and records
 * that in both schools. Whatever transaction it runs in ends in the installation or one of the two schools.
 * @throws AppError auth.school-linked where the person would have two accounts in one school
 */
export async function linkAccounts(tx: Tx, deps: OpenCtx['deps'], here: Side, there: Side): Promise<void> {
  const nowMs = deps.clock.nowMs()
  await continueInSchool(tx, installationId)
  // One after the other, so that two links at once do not make two persons of one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('linked accounts', 0))`)
  // What an account was linked to before its password or address was replaced is not joined to anything by it.
  for (const { school, account } of [here, there]) {
    const [stored] = await tx.select().from(linkedAccounts).where(isAccount(school.schoolId, account.userId))
    if (stored && stored.proof !== proofOf(account)) await takeOut(tx, stored)
  }
  const known = [
    ...(await accountsOfPerson(tx, here.school.schoolId, here.account.userId)),
    ...(await accountsOfPerson(tx, there.school.schoolId, there.account.userId)),
  ]
  const personId = known[0]?.personId ?? uuidv7(nowMs, deps.random)
  const accounts = [here, there].map(({ school, account }) => ({
    schoolId: installationId,
    ofSchoolId: school.schoolId,
    userId: account.userId,
    personId,
    proof: proofOf(account),
    linkedAt: toInstant(nowMs),
  }))
  refuseTwoInOneSchool([...known, ...accounts])
  const people = known.map((each) => each.personId)
  if (people.length > 0)
    await tx
      .update(linkedAccounts)
      .set({ personId })
      .where(and(ofInstallation, inArray(linkedAccounts.personId, people)))
  for (const { proof, linkedAt, ...account } of accounts) {
    const { schoolId, ofSchoolId, userId } = linkedAccounts
    await tx
      .insert(linkedAccounts)
      .values({ ...account, proof, linkedAt })
      .onConflictDoUpdate({ target: [schoolId, ofSchoolId, userId], set: { personId, proof, linkedAt } })
  }
  await recordLink(tx, deps, 'school-linked', here, there)
  await recordLink(tx, deps, 'school-linked', there, here)
}

function refuseTwoInOneSchool(accounts: readonly { ofSchoolId: string; userId: string }[]): void {
  const userOf = new Map<string, string>()
  for (const { ofSchoolId, userId } of accounts) {
    if ((userOf.get(ofSchoolId) ?? userId) !== userId) throw new AppError('auth.school-linked')
    userOf.set(ofSchoolId, userId)
  }
}

interface Recorded {
  school: Pick<School, 'schoolId' | 'code'>
  account: Pick<ProvenAccount, 'userId'>
}

/** Records in a school's log that an account of it was linked or unlinked: the other school by its code, and nobody of it. */
export async function recordLink(
  tx: Tx,
  deps: OpenCtx['deps'],
  what: 'school-linked' | 'school-unlinked',
  { school, account: { userId } }: Recorded,
  other: Pick<Recorded, 'school'>,
): Promise<void> {
  await continueInSchool(tx, school.schoolId)
  await recordAuditEvent(tx, { deps, school }, what, {
    about: userId,
    by: userId,
    facts: { school: other.school.code },
  })
}

/** Takes an account out of its person's; the last one left is linked to nothing. In the installation's transaction. */
export async function takeOut(tx: Tx, { ofSchoolId, userId, personId }: Linked): Promise<void> {
  await tx.delete(linkedAccounts).where(isAccount(ofSchoolId, userId))
  const rest = await tx.select().from(linkedAccounts).where(ofPerson(personId))
  if (rest.length < 2) await tx.delete(linkedAccounts).where(ofPerson(personId))
}

/** Carries the proof of an account over to the password that its owner has chosen by the one before. */
export const carryProof = (
  db: Database,
  of: { schoolId: string; userId: UserId },
  [before, now]: [string, string],
): Promise<unknown> =>
  db.tenant(installationId, (tx) =>
    tx
      .update(linkedAccounts)
      .set({ proof: now })
      .where(and(isAccount(of.schoolId, of.userId), eq(linkedAccounts.proof, before))),
  )
