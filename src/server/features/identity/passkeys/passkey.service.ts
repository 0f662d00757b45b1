import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import type { MadePasskey, UsedPasskey } from '#shared/identity/passkey.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { randomToken, type UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { listPasskeys } from './own-passkeys.service.ts'
import { keepChallenge, originAt, type PasskeyChallenge, requireOwnHost } from './passkey-challenge.service.ts'
import { passkeys } from './passkey.table.ts'

/** Signatures that every authenticator makes one of: Ed25519, ES256, RS256. */
const algorithms = [-8, -7, -257] as const

/** More than anybody has devices. */
const maxPasskeys = 20

type Options = Record<string, unknown>
interface Begun {
  ticket: string
  options: Options
}

/** Begins to make a passkey for the caller at a host of the school. @throws AppError request.invalid */
export async function beginPasskey(ctx: SessionCtx, host: string): Promise<Begun> {
  requireOwnHost(ctx, host)
  const { school, session, deps } = ctx
  const known = await ctx.tenant((tx) => listPasskeys(tx, school.schoolId, session.user.userId))
  const { userName, userId, name } = session.user
  const challenge = randomToken(deps.random)
  const options = await generateRegistrationOptions({
    rpName: school.name.en || school.name.ar,
    rpID: host,
    userName,
    userID: new TextEncoder().encode(userId),
    userDisplayName: name.en || name.ar || userName,
    challenge: bytesOf(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: [...algorithms],
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    // Found without a name, and behind a finger or a PIN: that makes it both factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const ticket = await keepChallenge(ctx, {
    purpose: 'add',
    challenge: options.challenge,
    host,
    boundTo: session.tokenHash,
  })
  return { ticket, options: { ...options } }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Adds a passkey that the caller's browser has made. @throws AppError auth.passkey-refused, auth.passkeys-many */
export async function addPasskey(
  ctx: SessionCtx,
  { challenge, host }: PasskeyChallenge,
  { answer, passkeyName: name }: { answer: MadePasskey; passkeyName: string },
): Promise<void> {
  const verified = await orRefused(() =>
    verifyRegistrationResponse({
      response: { ...answer, response: { ...answer.response, transports: transportsOf(answer) } },
      expectedChallenge: challenge,
      expectedOrigin: originAt(ctx, host),
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    }),
  )
  if (!verified.verified) throw new AppError('auth.passkey-refused')
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const { schoolId } = ctx.school
  const { userId } = ctx.session.user
  const row = { schoolId, id, userId, publicKey, counter, transports: transportsOf(answer), host, name }
  await ctx.tenant(async (tx) => {
    if ((await listPasskeys(tx, schoolId, userId)).length >= maxPasskeys) throw new AppError('auth.passkeys-many')
    const added = await tx
      .insert(passkeys)
      .values({ ...row, createdAt: toInstant(ctx.deps.clock.nowMs()) })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    if (added.length === 0) throw new AppError('auth.passkey-refused')
    await recordAuditEvent(tx, ctx, 'passkey-added', { about: userId, facts: {} })
  })
}

const known = new Set<string>(['ble', 'hybrid', 'internal', 'nfc', 'usb'])
const transportsOf = ({ response: { transports = [] } }: MadePasskey): AuthenticatorTransport[] =>
  transports.filter((each): each is AuthenticatorTransport => known.has(each))

/** Begins a sign-in, or a proof of who the caller is. @throws AppError request.invalid */
export async function beginUse(
  ctx: OpenCtx,
  host: string,
  { purpose, boundTo }: Pick<PasskeyChallenge, 'purpose' | 'boundTo'>,
): Promise<Begun> {
  requireOwnHost(ctx, host)
  const options = await generateAuthenticationOptions({
    rpID: host,
    challenge: bytesOf(randomToken(ctx.deps.random)),
    userVerification: 'required',
  })
  const ticket = await keepChallenge(ctx, { purpose, challenge: options.challenge, host, boundTo })
  return { ticket, options: { ...options } }
}

/** Checks what a browser has signed by a passkey. @returns whose it is @throws AppError auth.passkey-refused */
export async function checkUse(
  ctx: OpenCtx,
  { challenge, host }: PasskeyChallenge,
  answer: UsedPasskey,
): Promise<UserId> {
  const { schoolId } = ctx.school
  const isThis = and(eq(passkeys.schoolId, schoolId), eq(passkeys.id, answer.id))
  const [row] = await ctx.tenant((tx) => tx.select().from(passkeys).where(isThis))
  if (!row || row.host !== host) throw new AppError('auth.passkey-refused')
  const { userHandle, ...rest } = answer.response
  const { verified, authenticationInfo } = await orRefused(() =>
    verifyAuthenticationResponse({
      response: { ...answer, response: { ...rest, ...(userHandle !== undefined && { userHandle }) } },
      expectedChallenge: challenge,
      expectedOrigin: originAt(ctx, host),
      expectedRPID: host,
      credential: { id: row.id, publicKey: Uint8Array.from(row.publicKey), counter: row.counter },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new AppError('auth.passkey-refused')
  const usedAt = toInstant(ctx.deps.clock.nowMs())
  await ctx.tenant((tx) => tx.update(passkeys).set({ counter: authenticationInfo.newCounter, usedAt }).where(isThis))
  return row.userId
}

/** What the library refuses it throws. */
async function orRefused<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (cause) {
    throw new AppError('auth.passkey-refused', { cause })
  }
}
