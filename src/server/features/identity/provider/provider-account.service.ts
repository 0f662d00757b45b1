import { and, eq, isNull } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { type Database, installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { randomToken, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { closeLinks } from '../accounts/account-links.ts'
import { dropTotp } from '../second-factor/totp-factor.service.ts'
import { users } from '../sessions/auth.table.ts'
import { endSessionsOfUser } from '../sessions/session.service.ts'

/* Accounts of providers stand beside those of schools, under the installation's id: no query of a school reaches them. */

const ofInstallation = eq(users.schoolId, installationId)

/** Names the installation where a school's is asked for. */
export const installation = { schoolId: installationId }

/** Returns whether anybody runs this installation as a provider. */
export const hasProvider = (db: Database): Promise<boolean> =>
  db.tenant(installationId, async (tx) => (await tx.$count(users, and(ofInstallation, isNull(users.disabledAt)))) > 0)

type Keeping = Pick<Deps, 'db' | 'clock' | 'random' | 'passwords'>

/**
 * Creates a provider's account, or gives an existing one another password and ends its sessions and set-up links. For the person at the machine.
 * @returns the password, which is kept as a hash only
 */
export async function setProvider(deps: Keeping, typed: string): Promise<string> {
  const { db, clock, random, passwords } = deps
  const password = randomToken(random).slice(0, 24)
  const passwordHash = await passwords.hash(password)
  const email = accountKey(typed)
  const nowMs = clock.nowMs()
  await db.tenant(installationId, async (tx) => {
    const id = uuidv7(nowMs, random) as UserId
    const account = { ...installation, id, userName: email, name: { en: email, ar: email }, email, roles: [] }
    const [kept] = await tx
      .insert(users)
      .values({ ...account, passwordHash, createdAt: toInstant(nowMs) })
      .onConflictDoUpdate({ target: [users.schoolId, users.userName], set: { passwordHash, disabledAt: null } })
      .returning({ id: users.id })
    if (!kept) throw new Error('an upsert returned no row')
    await closeLinks(tx, installationId, kept.id, 'setup', nowMs)
    await endSessionsOfUser(tx, installationId, kept.id, nowMs)
    await recordAuditEvent(tx, { deps, school: installation }, 'provider-set', {
      about: kept.id,
      facts: {},
      by: null,
    })
  })
  return password
}

/**
 * Takes a lost second factor away from a provider, and ends its sessions: the next sign-in sets up another one. For the person at the machine.
 * @returns false where there is none with this address, or it has no second factor
 */
export async function resetProviderFactor(deps: Keeping, typed: string): Promise<boolean> {
  const nowMs = deps.clock.nowMs()
  return deps.db.tenant(installationId, async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(ofInstallation, eq(users.userName, accountKey(typed)), isNull(users.disabledAt)))
    if (!account || !(await dropTotp(tx, installationId, account.id))) return false
    await endSessionsOfUser(tx, installationId, account.id, nowMs)
    const of = { about: account.id, facts: {}, by: null }
    await recordAuditEvent(tx, { deps, school: installation }, 'second-factor-reset', of)
    return true
  })
}

/** Shuts a provider out with its second factor, and ends the provider's set-up links. @returns false where there is none with this address */
export async function removeProvider(deps: Keeping, typed: string): Promise<boolean> {
  const nowMs = deps.clock.nowMs()
  return deps.db.tenant(installationId, async (tx) => {
    const [gone] = await tx
      .update(users)
      .set({ disabledAt: toInstant(nowMs) })
      .where(and(ofInstallation, eq(users.userName, accountKey(typed)), isNull(users.disabledAt)))
      .returning({ id: users.id })
    if (!gone) return false
    await dropTotp(tx, installationId, gone.id)
    await closeLinks(tx, installationId, gone.id, 'setup', nowMs)
    await endSessionsOfUser(tx, installationId, gone.id, nowMs)
    const of = { about: gone.id, facts: {}, by: null }
    await recordAuditEvent(tx, { deps, school: installation }, 'provider-removed', of)
    return true
  })
}
