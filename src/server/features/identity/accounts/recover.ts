import { noteAct } from '#server/features/audit/audit.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { type AuthDone, authDone } from '#shared/identity/auth.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { findAccounts, replacePassword } from '../sessions/accounts.service.ts'
import { forgetWrongTries } from '../sessions/auth.service.ts'
import { endSessionsOfUser } from '../sessions/session.service.ts'
import { countMail, takeProofTry } from './account-limits.service.ts'
import { closeLinks, issueLink, readLink, useLink } from './account-links.ts'
import { refuseCommon } from './register.ts'

/** Before a page may ask for the mail again. */
const waitMs = 60_000

/** A forgotten password, and the first one of somebody who was invited. */
const opensPassword = ['reset', 'invite'] as const

/**
 * Mails a link to every account that can be meant: families of one address each find theirs by its user name. An address
 * without any is told so, by mail, too. @throws AppError auth.too-many-mails
 */
export async function forgetPassword(
  ctx: OpenCtx,
  { email, language }: { email: string; language: Language },
): Promise<AuthDone & { resendAfterMs: number }> {
  const key = accountKey(email)
  await countMail(ctx, key)
  await ctx.tenant(async (tx) => {
    const accounts = await findAccounts(tx, ctx.school.schoolId, key)
    for (const { userId, userName, email: to } of accounts) {
      const link = await issueLink(tx, ctx, 'reset', { userId, email: to, registered: null })
      await queueMail(tx, ctx, { to, language, template: 'reset-password', params: { userName, ...link } })
    }
    if (accounts.length === 0 && key.includes('@')) {
      await queueMail(tx, ctx, { to: key, language, template: 'no-account', params: { path: '/sign-up' } })
    }
  })
  return { ...authDone, resendAfterMs: waitMs }
}

/**
 * Replaces a password by a mailed link. Whoever is signed in with the account is signed out everywhere, and PINs that tills
 * remember for it count no longer. @throws AppError auth.password-common, auth.link-over, auth.too-many-attempts
 */
export async function resetPassword(
  ctx: OpenCtx,
  { token, password, language }: { token: string; password: string; language: Language },
): Promise<AuthDone> {
  refuseCommon(password)
  const { schoolId } = ctx.school
  await requireLink(ctx, token, opensPassword)
  const passwordHash = await ctx.deps.passwords.hash(password)
  const outcome = await ctx.tenant(async (tx) => {
    const nowMs = ctx.deps.clock.nowMs()
    const link = await useLink(tx, schoolId, token, opensPassword, nowMs)
    const account = link?.userId && (await replacePassword(tx, schoolId, link.userId, passwordHash))
    if (!account) return new AppError('auth.link-over')
    const { userId, userName, email } = account
    await endSessionsOfUser(tx, schoolId, userId, nowMs)
    await closeLinks(tx, schoolId, userId, opensPassword, nowMs)
    await noteAct(tx, ctx, 'password-set', { about: userId, by: userId, facts: {} })
    await forgetWrongTries(tx, ctx, userName)
    const params = { userName, path: '/forgot-password' }
    await queueMail(tx, ctx, { to: email, language, template: 'password-changed', params })
    return authDone
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** Looks a link up before a password is hashed for it. @throws AppError auth.link-over, auth.too-many-attempts */
export async function requireLink(ctx: OpenCtx, token: string, purpose: 'join' | typeof opensPassword): Promise<void> {
  const { waitMs: tooManyMs, link } = await ctx.tenant(async (tx) => ({
    waitMs: await takeProofTry(tx, ctx),
    link: await readLink(tx, ctx.school.schoolId, token, purpose, ctx.deps.clock.nowMs()),
  }))
  if (tooManyMs > 0) throw new AppError('auth.too-many-attempts', { retryAfterMs: tooManyMs })
  if (!link) throw new AppError('auth.link-over')
}
