import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import type { SignInAnswer } from '#shared/identity/sign-in.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { DeviceId, UserId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import { isPasswordRefused } from '../sign-in-settings/sign-in-settings.service.ts'
import { askSecondFactor, ticketProof } from '../second-factor/sign-in-ticket.service.ts'
import { clearAttempts, countAttempt, refundAttempts } from './attempts.service.ts'
import { users } from './auth.table.ts'
import { signedInUser } from './auth.view.ts'
import { checkCredentials, recordRefusal, type SignIn } from './credentials.service.ts'
import { openSession, type SessionKind } from './session.service.ts'

/** Returns the reason why a session may not be tied to this device; undefined when it may. */
export type DeviceCheck = (tx: Tx, schoolId: string, id: DeviceId) => Promise<AppError | undefined>

/**
 * Signs a person in; a till session needs `till.operate`. Attempts are limited by decision 0019, each counted before its password
 * is checked.
 * @throws AppError auth.too-many-attempts, robots.proof-needed, robots.proof-refused, auth.wrong-credentials, auth.account-disabled, auth.not-verified,
 * auth.not-an-operator, auth.sso-only, device.unknown, device.revoked
 */
export async function signIn(ctx: OpenCtx, asked: SignIn, checkDevice: DeviceCheck): Promise<SignInAnswer> {
  const { schoolId } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const { user, own, counted, known } = await checkCredentials(ctx, asked)
  const outcome = await ctx.tenant(async (tx) => {
    await refundAttempts(tx, schoolId, counted)
    await clearAttempts(tx, schoolId, own, nowMs)
    const entered = await enter(tx, ctx, { ...asked, userId: user.id, passwordHash: user.passwordHash }, checkDevice)
    if (!asked.till && !(entered instanceof AppError) && entered.user) await countAttempt(tx, schoolId, known, nowMs)
    return entered
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/**
 * Checks a password without signing in, by the limits of a sign-in. @returns the account and its password hash
 * @throws AppError of `signIn`
 */
export async function proveAccount(ctx: OpenCtx, asked: Pick<SignIn, 'credentials' | 'decoy'>): Promise<ProvenAccount> {
  const { schoolId } = ctx.school
  const staff = { ...asked, kind: 'staff', deviceId: null, till: undefined } as const
  const { user, own, counted } = await checkCredentials(ctx, staff)
  const outcome = await ctx.tenant(async (tx) => {
    await refundAttempts(tx, schoolId, counted)
    await clearAttempts(tx, schoolId, own, ctx.deps.clock.nowMs())
    const now = await readUser(tx, schoolId, user.id)
    if (now?.passwordHash !== user.passwordHash) return new AppError('auth.wrong-credentials')
    return refusalOfUser(now, 'staff') ?? { userId: now.id, passwordHash: now.passwordHash, email: now.email }
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** An account whose owner has just proved that it is theirs. */
export interface ProvenAccount {
  readonly userId: UserId
  readonly passwordHash: string
  readonly email: string
}

/**
 * Completes the sign-in, at a desk after the second factor where there is one. A refusal is returned, not thrown: the counters have to
 * be committed.
 */
async function enter(
  tx: Tx,
  ctx: OpenCtx,
  { userId, passwordHash, kind, deviceId }: SignIn & { userId: UserId; passwordHash: string },
  checkDevice: DeviceCheck,
): Promise<SignInAnswer | AppError> {
  // Read again: the account may have changed while its password was checked.
  const user = await readUser(tx, ctx.school.schoolId, userId)
  if (user?.passwordHash !== passwordHash) return new AppError('auth.wrong-credentials')
  const { schoolId } = ctx.school
  const refusal =
    refusalOfUser(user, kind) ?? (deviceId === null ? undefined : await checkDevice(tx, schoolId, deviceId))
  if (!refusal) {
    const stopped = kind === 'staff' ? await stopAtDesk(tx, ctx, user) : undefined
    if (stopped instanceof AppError) await recordRefusal(tx, ctx, { kind, deviceId }, userId, stopped.messageId)
    return stopped ?? startSession(tx, ctx, user, { kind, deviceId, isProved: true })
  }
  await recordRefusal(tx, ctx, { kind, deviceId }, userId, refusal.messageId)
  return refusal
}

/**
 * Signs in a person who has proved by other means than a password who they are; where they have a second factor it is asked for first. Runs in
 * the caller's transaction; a refusal is returned, so that the caller's counts are committed.
 */
export async function startProvenSession(
  tx: Tx,
  ctx: OpenCtx,
  userId: UserId,
  opened?: OpenedFrom,
): Promise<SignInAnswer | AppError> {
  const user = await readUser(tx, ctx.school.schoolId, userId)
  if (!user) return new AppError('auth.wrong-credentials')
  const stopped = refusalOfUser(user, 'staff') ?? (await stopAtDesk(tx, ctx, user, opened))
  return stopped ?? startSession(tx, ctx, user, { kind: 'staff', deviceId: null, isProved: false, ...opened })
}

/** What stands between the first factor and the session at a desk: the school's own provider, or a second factor. */
async function stopAtDesk(tx: Tx, ctx: OpenCtx, user: User, opened?: OpenedFrom) {
  if (await isPasswordRefused(tx, ctx.school.schoolId, user)) return new AppError('auth.sso-only')
  return askSecondFactor(tx, ctx, user, opened)
}

/** Signs in a person whom the school's own provider vouches for, with the factors that it asks for. */
export async function startTrustedSession(tx: Tx, ctx: OpenCtx, userId: UserId): Promise<SignedIn | AppError> {
  const user = await readUser(tx, ctx.school.schoolId, userId)
  if (!user) return new AppError('auth.sso-unlinked')
  const desk = { kind: 'staff', deviceId: null } as const
  const refusal = refusalOfUser(user, 'staff')
  if (refusal) await recordRefusal(tx, ctx, desk, userId, refusal.messageId)
  return refusal ?? startSession(tx, ctx, user, { ...desk, isProved: true })
}

/** Signs in a person by a passkey, which is both factors. Where staff sign in with the school's provider alone it is refused as a password is. */
export async function startPasskeySession(tx: Tx, ctx: OpenCtx, userId: UserId): Promise<SignedIn | AppError> {
  const user = await readUser(tx, ctx.school.schoolId, userId)
  if (!user) return new AppError('auth.passkey-refused')
  const desk = { kind: 'staff', deviceId: null } as const
  const isRefused = await isPasswordRefused(tx, ctx.school.schoolId, user)
  const refusal = refusalOfUser(user, 'staff') ?? (isRefused ? new AppError('auth.sso-only') : undefined)
  if (refusal) await recordRefusal(tx, ctx, desk, userId, refusal.messageId)
  return refusal ?? startSession(tx, ctx, user, { ...desk, isProved: true })
}

/** Signs in a person who has proved a second factor besides. @param proof `ticketProof` of the account when the first one was proved */
export async function startFullSession(
  tx: Tx,
  ctx: OpenCtx,
  { userId, proof, chain, until }: { userId: UserId; proof: string; chain: string | null; until: Instant | null },
): Promise<SignedIn | AppError> {
  const user = await readUser(tx, ctx.school.schoolId, userId)
  if (!user || ticketProof(user.passwordHash) !== proof) return new AppError('auth.ticket-over')
  const opened = chain !== null && until !== null ? { chain, until } : {}
  return (
    refusalOfUser(user, 'staff') ??
    startSession(tx, ctx, user, { kind: 'staff', deviceId: null, isProved: true, ...opened })
  )
}

/** Session of another school that opens this one. */
interface OpenedFrom {
  readonly chain: string
  readonly until: Instant
}

type User = typeof users.$inferSelect

function refusalOfUser(user: User, kind: SessionKind): AppError | undefined {
  if (user.disabledAt !== null) return new AppError('auth.account-disabled')
  if (!user.verified) return new AppError('auth.not-verified')
  return kind === 'pos' && !hasPermission(user.roles, 'till.operate') ? new AppError('auth.not-an-operator') : undefined
}

interface Opening extends Pick<SignIn, 'kind' | 'deviceId'> {
  /** Whether a password or a second factor has just been proved: for calls that need a fresh proof. */
  isProved: boolean
}

async function startSession(
  tx: Tx,
  ctx: OpenCtx,
  user: User,
  { kind, deviceId, isProved, ...opened }: Opening & Partial<OpenedFrom>,
): Promise<SignedIn> {
  const { schoolId } = ctx.school
  const provedAt = isProved ? toInstant(ctx.deps.clock.nowMs()) : null
  const who = { schoolId, userId: user.id, kind, deviceId, userAgent: ctx.userAgent, provedAt, ...opened }
  const by = user.id
  await recordAuditEvent(tx, ctx, 'sign-in', { about: by, by, deviceId, facts: { kind } })
  if (user.invitedAt !== null) await acceptInvitation(tx, schoolId, by)
  const { token, expiresAt } = await openSession(tx, who, ctx.deps.clock.nowMs(), ctx.deps.random)
  return { success: true, messageId: '', user: signedInUser(user), token, expiresAt }
}

const acceptInvitation = (tx: Tx, schoolId: string, userId: UserId) =>
  tx
    .update(users)
    .set({ invitedAt: null })
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId)))

async function readUser(tx: Tx, schoolId: string, userId: UserId) {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId)))
  return user
}
