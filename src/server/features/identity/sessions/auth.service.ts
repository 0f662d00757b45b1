import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { addressGroup } from '#server/http/address.ts'
import type { CallingDevice, OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Credentials, SignedIn } from '#shared/identity/auth.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { takeOrPay } from '../accounts/account-limits.service.ts'
import { clearAttempts, countAttempt, refundAttempts, type Subject, wasCounted } from './attempts.service.ts'
import { users } from './auth.table.ts'
import { signedInUser } from './auth.view.ts'
import { openSession, type SessionKind } from './session.service.ts'

/** Returns the reason why a session may not be tied to this device; undefined when it may. */
export type DeviceCheck = (tx: Tx, schoolId: string, id: DeviceId) => Promise<AppError | undefined>

interface SignIn {
  credentials: Credentials & { proof?: string | undefined }
  kind: SessionKind
  deviceId: DeviceId | null
  /** Paired till that signed the attempt, if any. */
  till: CallingDevice | undefined
  /** Hash that matches no password, as costly as real ones: an unknown name takes as long as a wrong password. */
  decoy: string
}

/**
 * Signs a person in; a till session needs `till.operate`. Attempts are limited by decision 0019, each counted before its password
 * is checked.
 * @throws AppError auth.too-many-attempts, robots.proof-needed, robots.proof-refused, auth.wrong-credentials, auth.account-disabled, auth.not-verified,
 * auth.not-an-operator, device.unknown, device.revoked
 */
export async function signIn(ctx: OpenCtx, asked: SignIn, checkDevice: DeviceCheck): Promise<SignedIn> {
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

  const outcome = await ctx.tenant(async (tx) => {
    await refundAttempts(tx, schoolId, counted)
    await clearAttempts(tx, schoolId, own, nowMs)
    const entered = await enter(tx, ctx, { ...asked, userId: user.id, passwordHash: user.passwordHash }, checkDevice)
    if (!asked.till && !(entered instanceof AppError)) await countAttempt(tx, schoolId, known, nowMs)
    return entered
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
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
const gotInFrom = (ctx: OpenCtx, userName: string): Subject => ({
  kind: 'known-address',
  value: `${addressGroup(ctx.address)}\n${userName}`,
  limit: 1,
  windowMs: 24 * dayMs,
})

/** Completes the sign-in. A refusal is returned, not thrown: the counters have to be committed. */
async function enter(
  tx: Tx,
  ctx: OpenCtx,
  { userId, passwordHash, kind, deviceId }: SignIn & { userId: UserId; passwordHash: string },
  checkDevice: DeviceCheck,
): Promise<SignedIn | AppError> {
  // Read again: the account may have changed while its password was checked.
  const user = await readUser(tx, ctx.school.schoolId, userId)
  if (user?.passwordHash !== passwordHash) return new AppError('auth.wrong-credentials')
  const { schoolId } = ctx.school
  const refusal =
    refusalOfUser(user, kind) ?? (deviceId === null ? undefined : await checkDevice(tx, schoolId, deviceId))
  if (!refusal) return startSession(tx, ctx, user, { kind, deviceId })
  await recordRefusal(tx, ctx, { kind, deviceId }, userId, refusal.messageId)
  return refusal
}

/**
 * Signs in a person who has proved their identity by other means than a password. Runs in the caller's transaction; a refusal is
 * returned, so that the caller's counts are committed.
 */
export async function startProvenSession(tx: Tx, ctx: OpenCtx, userId: UserId): Promise<SignedIn | AppError> {
  const user = await readUser(tx, ctx.school.schoolId, userId)
  if (!user) return new AppError('auth.wrong-credentials')
  return refusalOfUser(user, 'staff') ?? startSession(tx, ctx, user, { kind: 'staff', deviceId: null })
}

type User = typeof users.$inferSelect

function refusalOfUser(user: User, kind: SessionKind): AppError | undefined {
  if (user.disabledAt !== null) return new AppError('auth.account-disabled')
  if (!user.verified) return new AppError('auth.not-verified')
  return kind === 'pos' && !hasPermission(user.roles, 'till.operate') ? new AppError('auth.not-an-operator') : undefined
}

async function startSession(
  tx: Tx,
  ctx: OpenCtx,
  user: User,
  { kind, deviceId }: Pick<SignIn, 'kind' | 'deviceId'>,
): Promise<SignedIn> {
  const { schoolId } = ctx.school
  const who = { schoolId, userId: user.id, kind, deviceId, userAgent: ctx.userAgent }
  const by = user.id
  await recordAuditEvent(tx, ctx, 'sign-in', { about: by, by, deviceId, facts: { kind } })
  if (user.invitedAt !== null) await acceptInvitation(tx, schoolId, by)
  const { token, expiresAt } = await openSession(tx, who, ctx.deps.clock.nowMs(), ctx.deps.random)
  return { success: true, messageId: '', user: signedInUser(user), token, expiresAt }
}

/**
 * Records a refused sign-in. No user is identified yet, so none is named as its author; its origin is not stored anywhere
 * (decision 0019).
 */
const recordRefusal = (
  tx: Tx,
  ctx: OpenCtx,
  { kind, deviceId }: Pick<SignIn, 'kind' | 'deviceId'>,
  about: UserId | null,
  why: MessageId,
): Promise<void> => recordAuditEvent(tx, ctx, 'sign-in-refused', { about, by: null, deviceId, facts: { kind, why } })

const acceptInvitation = (tx: Tx, schoolId: string, userId: UserId) =>
  tx
    .update(users)
    .set({ invitedAt: null })
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId)))

/** Clears wrong attempts after a new password: attempts at the old one, from the person's current address, lock no one out. */
export async function clearFailedAttempts(tx: Tx, ctx: OpenCtx, userName: string): Promise<void> {
  const { own, shared } = subjectsOf(ctx, userName, undefined)
  const ofAccount = shared.filter(({ kind }) => kind === 'account')
  for (const subject of [own, ...ofAccount]) {
    await clearAttempts(tx, ctx.school.schoolId, subject, ctx.deps.clock.nowMs())
  }
}

async function readUser(tx: Tx, schoolId: string, userId: UserId) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId)))
  return user
}

async function findUser(tx: Tx, schoolId: string, userName: string) {
  const [user] = await tx
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.userName, userName)))
  return user
}
