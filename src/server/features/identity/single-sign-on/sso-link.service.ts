import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ProviderClaims } from '#server/kernel/outside/identity-providers.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type Instant, toInstant } from '#shared/kernel/time.ts'
import type { SignInRow } from '../sign-in-settings/sign-in-settings.service.ts'
import { ssoLinks } from './single-sign-on.table.ts'

/** Returns the account that a provider's account opens. It is found by the issuer's own name of it, never by an address. */
export async function accountOf(tx: Tx, ownSchool: string, claims: ProviderClaims): Promise<UserId | undefined> {
  const { schoolId, issuer, subject, userId } = ssoLinks
  const isThis = and(eq(schoolId, ownSchool), eq(issuer, claims.issuer), eq(subject, claims.subject))
  const [link] = await tx.select({ userId }).from(ssoLinks).where(isThis)
  return link?.userId
}

/** Returns since when an account is linked to one of the provider; null where it is to none. */
export async function linkedSince(tx: Tx, ownSchool: string, user: UserId): Promise<Instant | null> {
  const { schoolId, userId, linkedAt } = ssoLinks
  const [link] = await tx
    .select({ linkedAt })
    .from(ssoLinks)
    .where(and(eq(schoolId, ownSchool), eq(userId, user)))
  return link?.linkedAt ?? null
}

/** Links an account, in place of what it was linked to. @returns auth.sso-taken where the provider's account opens another one */
export async function linkAccount(
  tx: Tx,
  ctx: OpenCtx,
  userId: UserId,
  claims: ProviderClaims,
): Promise<AppError | undefined> {
  const { schoolId } = ctx.school
  const known = await accountOf(tx, schoolId, claims)
  if (known !== undefined && known !== userId) return new AppError('auth.sso-taken')
  await unlinkAccount(tx, schoolId, userId)
  const { issuer, subject } = claims
  const linkedAt = toInstant(ctx.deps.clock.nowMs())
  await tx.insert(ssoLinks).values({ schoolId, issuer, subject, userId, linkedAt })
  await recordAuditEvent(tx, ctx, 'sso-linked', { about: userId, by: userId, facts: {}, code: linkCode(claims) })
  return undefined
}

/** What an account was linked to, as the journal keeps it. */
const linkCode = ({ issuer, subject }: Pick<ProviderClaims, 'issuer' | 'subject'>): string =>
  sha256Hex(`${issuer}\n${subject}`)

/** Ends a link of the copy that was replaced since: no journal holds accounts of a provider, so the new one is not made again. */
export async function unlinkReplaced(tx: Tx, ownSchool: string, user: UserId, code: string | undefined): Promise<void> {
  const { schoolId, userId, issuer, subject } = ssoLinks
  const isOwn = and(eq(schoolId, ownSchool), eq(userId, user))
  const [link] = await tx.select({ issuer, subject }).from(ssoLinks).where(isOwn)
  if (link && linkCode(link) !== code) await unlinkAccount(tx, ownSchool, user)
}

/** @returns whether there was a link */
export async function unlinkAccount(tx: Tx, schoolId: string, userId: UserId): Promise<boolean> {
  const gone = await tx
    .delete(ssoLinks)
    .where(and(eq(ssoLinks.schoolId, schoolId), eq(ssoLinks.userId, userId)))
    .returning({ userId: ssoLinks.userId })
  return gone.length > 0
}

/** Whether the school takes people of this tenant and domain. */
export const isFromHere = (settings: SignInRow, { tenant = '', domain = '' }: ProviderClaims): boolean =>
  (settings.allowedTenant === '' || settings.allowedTenant.toLowerCase() === tenant.toLowerCase()) &&
  (settings.allowedDomain === '' || settings.allowedDomain.toLowerCase() === domain.toLowerCase())

/** Records that somebody was refused who had signed in at a provider: by a code, and never with who they are there. */
export const recordSsoRefusal = (tx: Tx, ctx: OpenCtx, about: UserId | null, why: string): Promise<void> =>
  recordAuditEvent(tx, ctx, 'sso-refused', { about, by: null, facts: { why } })
