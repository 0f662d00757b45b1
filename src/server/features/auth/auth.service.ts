import { and, eq } from 'drizzle-orm'
import { refusalOfDevice } from '#server/features/device/device-call.service.ts'
import { addressGroup } from '#server/http/address.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Credentials, SignedIn } from '#shared/contract/auth.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import { may } from '#shared/rules/roles.ts'
import { clearAttempts, giveBackAttempts, type Subject, takeAttempts } from './attempts.service.ts'
import { users } from './auth.table.ts'
import { signedInUser } from './auth.view.ts'
import { openSession, type SessionKind } from './session.service.ts'

interface SignIn {
  credentials: Credentials
  kind: SessionKind
  deviceId: DeviceId | null
  /** A hash that no password fits, of the same cost as real ones: an unknown name takes as long as a wrong password. */
  decoy: string
}

/**
 * Signs a person in; a till session needs `till.operate`. At most 5 tries per account and 50 per address in fifteen
 * minutes, each counted before its password is looked at.
 * @throws AppError auth.too-many-attempts, auth.wrong-credentials, auth.account-disabled, auth.not-an-operator,
 *   device.unknown, device.revoked
 */
export async function signIn(ctx: OpenCtx, asked: SignIn): Promise<SignedIn> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const userName = asked.credentials.userName.normalize('NFKC').toLowerCase()
  const address: Subject = { kind: 'address', value: addressGroup(ctx.address), limit: 50 }
  const account: Subject = { kind: 'account', value: userName, limit: 5 }

  const { waitMs, user } = await ctx.tenant(async (tx) => ({
    waitMs: await takeAttempts(tx, schoolId, [address, account], nowMs),
    user: await findUser(tx, schoolId, userName),
  }))
  if (waitMs > 0) throw new AppError('auth.too-many-attempts', { retryAfterMs: waitMs })
  // Outside of any transaction: the slow hash would hold the embedded engine's only connection.
  const fits = await ctx.deps.passwords.verify(asked.credentials.password, user?.passwordHash ?? asked.decoy)
  if (!user || !fits) throw new AppError('auth.wrong-credentials')

  const outcome = await ctx.tenant(async (tx) => {
    await giveBackAttempts(tx, schoolId, [address])
    await clearAttempts(tx, schoolId, account, nowMs)
    return enter(tx, ctx, { ...asked, userId: user.id, passwordHash: user.passwordHash })
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** A refusal is returned, not thrown: what was done to the counters has to be committed. */
async function enter(
  tx: Tx,
  ctx: OpenCtx,
  { userId, passwordHash, kind, deviceId }: SignIn & { userId: UserId; passwordHash: string },
): Promise<SignedIn | AppError> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  // Read again: the account may have changed while its password was checked.
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId)))
  if (user?.passwordHash !== passwordHash) return new AppError('auth.wrong-credentials')
  if (user.disabledAt !== null) return new AppError('auth.account-disabled')
  if (kind === 'pos' && !may(user.roles, 'till.operate')) return new AppError('auth.not-an-operator')
  const refusal = deviceId && (await refusalOfDevice(tx, schoolId, deviceId))
  if (refusal) return refusal
  const { token, expiresAt } = await openSession(tx, { schoolId, userId, kind, deviceId }, nowMs, ctx.deps.random)
  return { success: true, messageId: '', user: signedInUser(user), token, expiresAt }
}

async function findUser(tx: Tx, schoolId: string, userName: string) {
  const [user] = await tx
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.userName, userName)))
  return user
}
