import { and, eq } from 'drizzle-orm'
import { noteAct } from '#server/features/audit/audit.service.ts'
import { addressGroup } from '#server/http/address.ts'
import type { CallingDevice, OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Credentials, SignedIn } from '#shared/identity/auth.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import { may } from '#shared/kernel/roles.ts'
import { clearAttempts, giveBackAttempts, type Subject, takeAttempts } from './attempts.service.ts'
import { users } from './auth.table.ts'
import { signedInUser } from './auth.view.ts'
import { openSession, type SessionKind } from './session.service.ts'

/** Returns the reason why a session may not be tied to this device; undefined when it may. */
export type DeviceCheck = (tx: Tx, schoolId: string, id: DeviceId) => Promise<AppError | undefined>

interface SignIn {
  credentials: Credentials
  kind: SessionKind
  deviceId: DeviceId | null
  /** The paired till that signed the attempt, if one did. */
  till: CallingDevice | undefined
  /** A hash that no password fits, of the same cost as real ones: an unknown name takes as long as a wrong password. */
  decoy: string
}

/**
 * Signs a person in; a till session needs `till.operate`. Tries are limited as decision 0019 says, each counted before its
 * password is looked at.
 * @throws AppError auth.too-many-attempts, auth.wrong-credentials, auth.account-disabled, auth.not-verified,
 *   auth.not-an-operator, device.unknown, device.revoked
 */
export async function signIn(ctx: OpenCtx, asked: SignIn, checkDevice: DeviceCheck): Promise<SignedIn> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const userName = accountKey(asked.credentials.userName)
  const { own, shared } = subjectsOf(ctx, userName, asked.till)

  const { waitMs, user } = await ctx.tenant(async (tx) => ({
    waitMs: await takeAttempts(tx, schoolId, [...shared, own], nowMs),
    user: await findUser(tx, schoolId, userName),
  }))
  if (waitMs > 0) throw new AppError('auth.too-many-attempts', { retryAfterMs: waitMs })
  // Outside of any transaction: the slow hash would hold the embedded engine's only connection.
  const fits = await ctx.deps.passwords.verify(asked.credentials.password, user?.passwordHash ?? asked.decoy)
  if (!user || !fits) {
    // Of a name that is nobody's too: what takes longer would tell which names are somebody's.
    await ctx.tenant((tx) => noteRefusal(tx, ctx, asked, user?.id ?? null, 'auth.wrong-credentials'))
    throw new AppError('auth.wrong-credentials')
  }

  const outcome = await ctx.tenant(async (tx) => {
    await giveBackAttempts(tx, schoolId, shared)
    await clearAttempts(tx, schoolId, own, nowMs)
    return enter(tx, ctx, { ...asked, userId: user.id, passwordHash: user.passwordHash }, checkDevice)
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/**
 * What an attempt is counted by, in the order in which it is counted. At a paired till only by account and till, so that
 * tries from elsewhere lock nobody out of their own till; else by account and address, and more loosely by each of them.
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

/** A refusal is returned, not thrown: what was done to the counters has to be committed. */
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
  await noteRefusal(tx, ctx, { kind, deviceId }, userId, refusal.messageId)
  return refusal
}

/**
 * Signs a person in at a desk who has shown in another way than by password who they are. In the caller's transaction; a
 * refusal is returned, so that what the caller has counted is committed.
 */
export async function enterProven(tx: Tx, ctx: OpenCtx, userId: UserId): Promise<SignedIn | AppError> {
  const user = await readUser(tx, ctx.school.schoolId, userId)
  if (!user) return new AppError('auth.wrong-credentials')
  return refusalOfUser(user, 'staff') ?? startSession(tx, ctx, user, { kind: 'staff', deviceId: null })
}

type User = typeof users.$inferSelect

function refusalOfUser(user: User, kind: SessionKind): AppError | undefined {
  if (user.disabledAt !== null) return new AppError('auth.account-disabled')
  if (!user.verified) return new AppError('auth.not-verified')
  return kind === 'pos' && !may(user.roles, 'till.operate') ? new AppError('auth.not-an-operator') : undefined
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
  await noteAct(tx, ctx, 'sign-in', { about: by, by, deviceId, facts: { kind } })
  if (user.invitedAt !== null) await takeUpInvitation(tx, schoolId, by)
  const { token, expiresAt } = await openSession(tx, who, ctx.deps.clock.nowMs(), ctx.deps.random)
  return { success: true, messageId: '', user: signedInUser(user), token, expiresAt }
}

/** Nobody was known yet, so nobody is named as the one who did it; and from where it came is nowhere kept (decision 0019). */
const noteRefusal = (
  tx: Tx,
  ctx: OpenCtx,
  { kind, deviceId }: Pick<SignIn, 'kind' | 'deviceId'>,
  about: UserId | null,
  why: MessageId,
): Promise<void> => noteAct(tx, ctx, 'sign-in-refused', { about, by: null, deviceId, facts: { kind, why } })

const takeUpInvitation = (tx: Tx, schoolId: string, userId: UserId) =>
  tx
    .update(users)
    .set({ invitedAt: null })
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId)))

/** The person has a new password: wrong tries at the old one, from where they are now, keep nobody out. */
export async function forgetWrongTries(tx: Tx, ctx: OpenCtx, userName: string): Promise<void> {
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
