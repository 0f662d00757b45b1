import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { addressGroup } from '#server/http/address.ts'
import type { CallingDevice, OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Credentials } from '#shared/identity/auth.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { takeOrPay } from '../accounts/account-limits.service.ts'
import { clearAttempts, type Subject, wasCounted } from './attempts.service.ts'
import { users } from './auth.table.ts'
import type { SessionKind } from './session.service.ts'

export interface SignIn {
  credentials: Credentials & { proof?: string | undefined }
  kind: SessionKind
  deviceId: DeviceId | null
  /** Paired till that signed the attempt, if any. */
  till: CallingDevice | undefined
  /** Hash that matches no password, as costly as real ones: an unknown name takes as long as a wrong password. */
  decoy: string
}

/**
 * Counts the attempt and checks the password, by decision 0019. @returns the account, and the counters to clear once it is let in
 * @throws AppError auth.too-many-attempts, robots.proof-needed, robots.proof-refused, auth.wrong-credentials
 */
export async function checkCredentials(ctx: OpenCtx, asked: SignIn) {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const userName = accountKey(asked.credentials.userName)
  const { own, shared } = subjectsOf(ctx, userName, asked.till)

  const known = gotInFrom(ctx, userName)
  const { isKnown, user } = await ctx.tenant(async (tx) => ({
    isKnown: await wasCounted(tx, schoolId, known, nowMs),
    user: await findUser(tx, schoolId, userName),
  }))
  const counted = isKnown ? [] : shared
  const { proof } = asked.credentials
  const refused = await takeOrPay(ctx, { own: [own], shared: counted, proof, tooMany: 'auth.too-many-attempts' })
  if (refused) throw refused
  // Outside any transaction: the slow hash would hold the embedded engine's only connection.
  const fits = await ctx.deps.passwords.verify(asked.credentials.password, user?.passwordHash ?? asked.decoy)
  if (!user || !fits) {
    // Also for an unknown name: timing would reveal which names exist.
    await ctx.tenant((tx) => recordRefusal(tx, ctx, asked, user?.id ?? null, 'auth.wrong-credentials'))
    throw new AppError('auth.wrong-credentials')
  }
  return { user, own, counted, known }
}

/**
 * Returns the subjects an attempt is counted by, in order. At a paired till only by account and till, so that attempts from
 * elsewhere lock no one out of their own till; else by account and address, and more loosely by each of them.
 */
function subjectsOf(
  ctx: OpenCtx,
  userName: string,
  till: CallingDevice | undefined,
): { own: Subject; shared: Subject[] } {
  if (till) return { own: { kind: 'account-till', value: `${till.deviceId}\n${userName}`, limit: 5 }, shared: [] }
  const address = addressGroup(ctx.address)
  return {
    own: { kind: 'account-address', value: `${address}\n${userName}`, limit: 5 },
    shared: [
      { kind: 'address', value: address, limit: 50 },
      { kind: 'account', value: userName, limit: 30 },
    ],
  }
}

/**
 * The pair of an account and an address from which it got in lately. It passes the limits that others can use up, and none of
 * its own: other people at that address still have five tries.
 */
export const gotInFrom = (ctx: OpenCtx, userName: string): Subject => ({
  kind: 'known-address',
  value: `${addressGroup(ctx.address)}\n${userName}`,
  limit: 1,
  windowMs: 24 * dayMs,
})

/**
 * Records a refused sign-in. No user is identified yet, so none is named as its author; its origin is not stored anywhere
 * (decision 0019).
 */
export const recordRefusal = (
  tx: Tx,
  ctx: OpenCtx,
  { kind, deviceId }: Pick<SignIn, 'kind' | 'deviceId'>,
  about: UserId | null,
  why: MessageId,
): Promise<void> => recordAuditEvent(tx, ctx, 'sign-in-refused', { about, by: null, deviceId, facts: { kind, why } })

/** Clears wrong attempts after a new password: attempts at the old one, from the person's current address, lock no one out. */
export async function clearFailedAttempts(tx: Tx, ctx: OpenCtx, userName: string): Promise<void> {
  const { own, shared } = subjectsOf(ctx, userName, undefined)
  const ofAccount = shared.filter(({ kind }) => kind === 'account')
  for (const subject of [own, ...ofAccount]) {
    await clearAttempts(tx, ctx.school.schoolId, subject, ctx.deps.clock.nowMs())
  }
}

async function findUser(tx: Tx, schoolId: string, userName: string) {
  const [user] = await tx
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.userName, userName)))
  return user
}
