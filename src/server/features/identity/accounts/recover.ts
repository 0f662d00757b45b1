import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { type AuthDone, authDone } from '#shared/identity/auth.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { admitLink, followLink, refusalOf } from '../access-links/access-link.service.ts'
import { findAccounts, replacePassword } from '../sessions/accounts.service.ts'
import { clearFailedAttempts } from '../sessions/auth.service.ts'
import { endSessionsOfUser } from '../sessions/session.service.ts'
import { limitMail } from './account-limits.service.ts'
import { accountLink, closeLinks, issueLink } from './account-links.ts'
import { refuseCommon } from './register.ts'

/** Wait before a page may request the email again. */
const waitMs = 60_000

/** Purposes that set a password: a forgotten one, and an invited person's first. */
const opensPassword = ['reset', 'invite'] as const

/**
 * Emails a link to every account that may be meant: families of one address recognise theirs by its username. An address without
 * any is told so, also by email. @throws AppError auth.too-many-mails
 */
export async function forgetPassword(
  ctx: OpenCtx,
  { email, language }: { email: string; language: Language },
): Promise<AuthDone & { resendAfterMs: number }> {
  const key = accountKey(email)
  await limitMail(ctx, key)
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
 * Replaces a password by an emailed link. All sessions of the account end, and PINs stored on tills for it become invalid.
 * @throws AppError auth.password-common, auth.link-over, auth.too-many-attempts
 */
export async function resetPassword(
  ctx: OpenCtx,
  { token, password, language }: { token: string; password: string; language: Language },
): Promise<AuthDone> {
  refuseCommon(password)
  const link = accountLink(opensPassword)
  await admitLink(ctx, link, token)
  const passwordHash = await ctx.deps.passwords.hash(password)
  return followLink(ctx, link, token, async (tx, { userId: ofLink }) => {
    const { schoolId } = ctx.school
    const nowMs = ctx.deps.clock.nowMs()
    const account = ofLink && (await replacePassword(tx, schoolId, ofLink, passwordHash))
    if (!account) return refusalOf(link)
    const { userId, userName, email } = account
    await endSessionsOfUser(tx, schoolId, userId, nowMs)
    await closeLinks(tx, schoolId, userId, opensPassword, nowMs)
    await recordAuditEvent(tx, ctx, 'password-set', { about: userId, by: userId, facts: {} })
    await clearFailedAttempts(tx, ctx, userName)
    const params = { userName, path: '/forgot-password' }
    await queueMail(tx, ctx, { to: email, language, template: 'password-changed', params })
    return authDone
  })
}
