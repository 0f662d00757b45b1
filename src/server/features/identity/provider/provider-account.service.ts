import { and, eq, isNull } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { addressGroup } from '#server/http/address.ts'
import type { CommonCtx } from '#server/http/context.ts'
import { type Database, installationId, type Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { randomToken, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { closeLinks } from '../accounts/account-links.ts'
import { clearAttempts, refundAttempts, type Subject, takeAttempts } from '../sessions/attempts.service.ts'
import { users } from '../sessions/auth.table.ts'
import { endSessionsOfUser, openSession } from '../sessions/session.service.ts'

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

/** Shuts a provider out and ends the provider's set-up links. @returns false where there is none with this address */
export async function removeProvider(deps: Keeping, typed: string): Promise<boolean> {
  const nowMs = deps.clock.nowMs()
  return deps.db.tenant(installationId, async (tx) => {
    const [gone] = await tx
      .update(users)
      .set({ disabledAt: toInstant(nowMs) })
      .where(and(ofInstallation, eq(users.userName, accountKey(typed)), isNull(users.disabledAt)))
      .returning({ id: users.id })
    if (!gone) return false
    await closeLinks(tx, installationId, gone.id, 'setup', nowMs)
    await endSessionsOfUser(tx, installationId, gone.id, nowMs)
    const of = { about: gone.id, facts: {}, by: null }
    await recordAuditEvent(tx, { deps, school: installation }, 'provider-removed', of)
    return true
  })
}

/** What tries are counted by: the pair of account and address, and more loosely each of them. */
function subjectsOf(address: string, userName: string): { own: Subject; shared: Subject[] } {
  return {
    own: { kind: 'account-address', value: `${address}\n${userName}`, limit: 5 },
    shared: [
      { kind: 'address', value: address, limit: 20 },
      { kind: 'account', value: userName, limit: 30 },
    ],
  }
}

/**
 * Signs a provider in. Each try is counted before its password is checked.
 * @returns undefined for a wrong address or password
 * @throws AppError auth.too-many-attempts
 */
export async function signProviderIn(
  ctx: CommonCtx,
  { email, password }: { email: string; password: string },
): Promise<{ token: string; expiresAt: string } | undefined> {
  const { db, clock, random, passwords } = ctx.deps
  const nowMs = clock.nowMs()
  const userName = accountKey(email)
  const { own, shared } = subjectsOf(addressGroup(ctx.address), userName)
  const { user, waitMs } = await db.tenant(installationId, async (tx) => ({
    waitMs: await takeAttempts(tx, installationId, [own, ...shared], nowMs),
    user: await findProvider(tx, userName),
  }))
  if (waitMs > 0) throw new AppError('auth.too-many-attempts', { retryAfterMs: waitMs })
  // An unknown address takes as long as a wrong password. Outside any transaction: the hash is slow.
  const fits = await passwords.verify(password, user?.passwordHash ?? (await decoyOf(ctx.deps)))
  return db.tenant(installationId, async (tx) => {
    const now = fits && user ? await findProvider(tx, userName) : undefined
    const isIn = now !== undefined && now.passwordHash === user?.passwordHash
    const of = { about: user?.id ?? null, facts: {}, by: isIn ? now.id : null }
    await recordAuditEvent(tx, { deps: ctx.deps, school: installation }, isIn ? 'provider-in' : 'provider-refused', of)
    if (!isIn) return undefined
    await refundAttempts(tx, installationId, shared)
    await clearAttempts(tx, installationId, own, nowMs)
    const { userAgent } = ctx
    const provedAt = toInstant(nowMs)
    const who = { ...installation, userId: now.id, kind: 'staff' as const, deviceId: null, userAgent, provedAt }
    return openSession(tx, who, nowMs, random)
  })
}

const decoys = new WeakMap<Deps, Promise<string>>()

/** Returns a hash that matches no password, as costly as real ones; made once. */
function decoyOf(deps: Deps): Promise<string> {
  const made = decoys.get(deps) ?? deps.passwords.hash(randomToken(deps.random))
  decoys.set(deps, made)
  return made
}

async function findProvider(tx: Tx, userName: string) {
  const [user] = await tx
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(ofInstallation, eq(users.userName, userName), isNull(users.disabledAt)))
  return user
}
