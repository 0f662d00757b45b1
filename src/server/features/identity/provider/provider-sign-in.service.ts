import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { addressGroup } from '#server/http/address.ts'
import type { CommonCtx } from '#server/http/context.ts'
import { installationId, type Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import type {
  providerByCode,
  providerFactorBegin,
  providerFactorConfirm,
  providerSignIn,
} from '#shared/identity/provider.contract.ts'
import type { NewTotp } from '#shared/identity/second-factor.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { randomToken, type UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type LinkCtx, openLink } from '../access-links/access-link.service.ts'
import { readFactorOwner } from '../second-factor/factor-owner.service.ts'
import { clearFactorTries, takeStrictFactorTry } from '../second-factor/factor-tries.service.ts'
import {
  askSecondFactor,
  endTicket,
  type SignInTicket,
  signInTicket,
  ticketProof,
} from '../second-factor/sign-in-ticket.service.ts'
import { beginTotp, confirmTotp, type FactorCtx, useCode } from '../second-factor/totp-factor.service.ts'
import { clearAttempts, refundAttempts, type Subject, takeAttempts } from '../sessions/attempts.service.ts'
import { users } from '../sessions/auth.table.ts'
import { openSession } from '../sessions/session.service.ts'
import { installation } from './provider-account.service.ts'

/** A call about accounts of the installation, which stands where others have a school; its name is the one in authenticator apps. */
type InstallationCtx = FactorCtx & LinkCtx & Pick<CommonCtx, 'userAgent'>

const atInstallation = ({ deps, address, userAgent }: CommonCtx): InstallationCtx => ({
  deps,
  address,
  userAgent,
  school: { ...installation, name: { en: 'Bawaba', ar: 'بوابة' } },
  tenant: (work) => deps.db.tenant(installationId, work),
})

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
 * Checks the first factor of a provider, and asks for the second. Each try is counted before its password is checked.
 * @throws AppError auth.too-many-attempts
 */
export async function signProviderIn(
  common: CommonCtx,
  { email, password }: z.output<typeof providerSignIn.body>,
): Promise<z.input<typeof providerSignIn.reply>> {
  const ctx = atInstallation(common)
  const nowMs = ctx.deps.clock.nowMs()
  const userName = accountKey(email)
  const { own, shared } = subjectsOf(addressGroup(ctx.address), userName)
  const isNamed = eq(users.userName, userName)
  const { user, waitMs } = await ctx.tenant(async (tx) => ({
    waitMs: await takeAttempts(tx, installationId, [own, ...shared], nowMs),
    user: await findProvider(tx, isNamed),
  }))
  if (waitMs > 0) throw new AppError('auth.too-many-attempts', { retryAfterMs: waitMs })
  // An unknown address takes as long as a wrong password. Outside any transaction: the hash is slow.
  const fits = await ctx.deps.passwords.verify(password, user?.passwordHash ?? (await decoyOf(ctx.deps)))
  return ctx.tenant(async (tx) => {
    const now = fits && user ? await findProvider(tx, isNamed) : undefined
    if (now === undefined || now.passwordHash !== user?.passwordHash) {
      await recordRefused(tx, ctx, user?.id)
      return { entered: false as const, secondFactor: null }
    }
    await refundAttempts(tx, installationId, shared)
    await clearAttempts(tx, installationId, own, nowMs)
    // A server without a key keeps no secret of an app.
    const isRequired = ctx.deps.keyRing !== undefined
    const asked = await askSecondFactor(tx, ctx, { ...now, roles: [] }, { isRequired })
    if (!asked) return { entered: true as const, ...(await startSession(tx, ctx, now.id)) }
    const { ticket, mustSetUp, expiresAt } = asked.secondFactor
    return { entered: false as const, secondFactor: { ticket, mustSetUp, expiresAt } }
  })
}

/** Completes a sign-in by a code. @throws AppError auth.ticket-over, auth.factor-wrong, auth.too-many-attempts */
export async function finishByCode(
  common: CommonCtx,
  { ticket: token, code }: z.output<typeof providerByCode.body>,
): Promise<z.input<typeof providerByCode.reply>> {
  const ctx = atInstallation(common)
  await takeTry(ctx, false, token)
  return openLink(ctx, signInTicket(false), token, async (tx, ticket) => {
    if (!(await useCode(tx, ctx, ticket.userId, code))) return refuseCode(tx, ctx, ticket)
    await clearFactorTries(tx, ctx, ticket.userId)
    return enterByTicket(tx, ctx, ticket)
  })
}

/** Begins to set an authenticator app up. @throws AppError auth.ticket-over, auth.factor-set, auth.no-key */
export function beginFactor(
  common: CommonCtx,
  { ticket }: z.output<typeof providerFactorBegin.body>,
): Promise<NewTotp> {
  const ctx = atInstallation(common)
  return openLink(ctx, signInTicket(true), ticket, async (tx, { userId }) =>
    beginTotp(tx, ctx, await readFactorOwner(tx, installationId, userId)),
  )
}

/** Ends setting it up, and signs in. @throws AppError auth.ticket-over, auth.factor-wrong, auth.too-many-attempts */
export async function confirmFactor(
  common: CommonCtx,
  { ticket: token, code }: z.output<typeof providerFactorConfirm.body>,
): Promise<z.input<typeof providerFactorConfirm.reply>> {
  const ctx = atInstallation(common)
  await takeTry(ctx, true, token)
  return openLink(ctx, signInTicket(true), token, async (tx, ticket) => {
    const recoveryCodes = await confirmTotp(tx, ctx, ticket.userId, code)
    if (!recoveryCodes) return refuseCode(tx, ctx, ticket)
    await clearFactorTries(tx, ctx, ticket.userId)
    const entered = await enterByTicket(tx, ctx, ticket)
    // Thrown, not returned: the factor is not set up where its owner does not get in.
    if (entered instanceof AppError) throw entered
    return { ...entered, recoveryCodes }
  })
}

/** Counts a try of a ticket's owner. @throws AppError auth.ticket-over, auth.too-many-attempts */
async function takeTry(ctx: InstallationCtx, mustSetUp: boolean, token: string): Promise<void> {
  const userId = await openLink(ctx, signInTicket(mustSetUp), token, async (_tx, ticket) => ticket.userId)
  await takeStrictFactorTry(ctx, userId)
}

async function refuseCode(tx: Tx, ctx: InstallationCtx, { userId }: SignInTicket): Promise<AppError> {
  await recordRefused(tx, ctx, userId)
  return new AppError('auth.factor-wrong', { field: 'code' })
}

const recordRefused = (tx: Tx, ctx: InstallationCtx, about: UserId | undefined): Promise<void> =>
  recordAuditEvent(tx, ctx, 'provider-refused', { about: about ?? null, facts: {}, by: null })

/** Uses the ticket up and opens the session; of two at once only one does. */
async function enterByTicket(tx: Tx, ctx: InstallationCtx, ticket: SignInTicket) {
  const isOurs = await endTicket(tx, ticket, ctx.deps.clock.nowMs())
  const user = isOurs ? await findProvider(tx, eq(users.id, ticket.userId)) : undefined
  if (!user || ticketProof(user.passwordHash) !== ticket.proof) return new AppError('auth.ticket-over')
  return startSession(tx, ctx, user.id)
}

async function startSession(tx: Tx, ctx: InstallationCtx, userId: UserId) {
  const nowMs = ctx.deps.clock.nowMs()
  await recordAuditEvent(tx, ctx, 'provider-in', { about: userId, facts: {}, by: userId })
  const desk = { kind: 'staff' as const, deviceId: null, userAgent: ctx.userAgent, provedAt: toInstant(nowMs) }
  return openSession(tx, { ...installation, userId, ...desk }, nowMs, ctx.deps.random)
}

const decoys = new WeakMap<Deps, Promise<string>>()

/** Returns a hash that matches no password, as costly as real ones; made once. */
function decoyOf(deps: Deps): Promise<string> {
  const made = decoys.get(deps) ?? deps.passwords.hash(randomToken(deps.random))
  decoys.set(deps, made)
  return made
}

async function findProvider(tx: Tx, isThis: SQL) {
  const [user] = await tx
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.schoolId, installationId), isThis, isNull(users.disabledAt)))
  return user
}
