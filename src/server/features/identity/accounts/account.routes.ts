import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { inLanguage } from '#server/http/in-language.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  authOtp,
  type CodeSent,
  forgetPassword as forgetPasswordCall,
  register as registerCall,
  registerUser,
  resendAuthOtp,
  resendVerifyEmail,
  resetPassword as resetPasswordCall,
  validateSchoolId,
  verifyAuthOtp,
  verifyEmail,
} from '#shared/identity/account.contract.ts'
import { type AuthDone, authDone, type SignedIn } from '#shared/identity/auth.contract.ts'
import type { SignInAnswer } from '#shared/identity/sign-in.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { admitLink, followLink, refusalOf } from '../access-links/access-link.service.ts'
import { addFamily, findAccounts, replacePassword } from '../sessions/accounts.service.ts'
import { startProvenSession } from '../sessions/auth.service.ts'
import { clearFailedAttempts } from '../sessions/credentials.service.ts'
import { endEverywhere } from '../linked-schools/end-opened.service.ts'
import { waitingFor } from './account.view.ts'
import { limitAccountMail } from './account-limits.service.ts'
import { accountLink, closeLinks, issueLink } from './account-links.ts'
import { addCodes, type Challenge, codeMinutes, openChallenge, type Waiting } from './challenges.ts'
import { tryCode } from './codes.ts'
import { mailNobody, writeAlike } from './nobody.ts'
import { confirmByCode, confirmByLink, refuseCommon, register, resendVerification } from './register.ts'
import { mailAgain, type ResendRequest } from './resend.ts'

interface RecoveryRequest {
  email: string
  language: Language
  /** A solved challenge, where one was asked for. */
  proof?: string | undefined
}

/** Wait before a page may request the email again. */
const waitMs = 60_000

/** Purposes that set a password: a forgotten one, and an invited person's first. */
const opensPassword = ['reset', 'invite'] as const

/**
 * Emails a link to every account that may be meant: families of one address recognise theirs by its username. An address without
 * any is told so, also by email, and the answer takes as long. @throws AppError auth.too-many-mails
 */
async function forgetPassword(
  ctx: OpenCtx,
  { email, language, proof }: RecoveryRequest,
): Promise<AuthDone & { resendAfterMs: number }> {
  const key = accountKey(email)
  await limitAccountMail(ctx, 'recovery', key, proof)
  await ctx.tenant(async (tx) => {
    const accounts = await findAccounts(tx, ctx.school.schoolId, key)
    for (const { userId, userName, email: to } of accounts) {
      await writeAlike(tx, true, async (part) => {
        const link = await issueLink(part, ctx, 'reset', { userId, email: to, registered: null })
        await queueMail(part, ctx, { to, language, template: 'reset-password', params: { userName, ...link } })
      })
    }
    if (accounts.length === 0) await mailNobody(tx, ctx, { key, language, hasLink: true })
  })
  return { ...authDone, resendAfterMs: waitMs }
}

/**
 * Replaces a password by an emailed link. All sessions of the account end, and PINs stored on tills for it become invalid.
 * @throws AppError auth.password-common, auth.link-over, auth.too-many-attempts
 */
async function resetPassword(
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
    // Thrown, not returned: the whole transaction is undone, and the link can be used for another password.
    refuseCommon(password, userName)
    await endEverywhere(tx, schoolId, userId, nowMs)
    await closeLinks(tx, schoolId, userId, opensPassword, nowMs)
    await recordAuditEvent(tx, ctx, 'password-set', { about: userId, by: userId, facts: {} })
    await clearFailedAttempts(tx, ctx, userName)
    const params = { userName, path: '/forgot-password' }
    await queueMail(tx, ctx, { to: email, language, template: 'password-changed', params })
    return authDone
  })
}

/** Emails a one-time code. @throws AppError auth.too-many-mails */
async function requestSignInCode(ctx: OpenCtx, { email, language, proof }: RecoveryRequest): Promise<CodeSent> {
  const key = accountKey(email)
  await limitAccountMail(ctx, 'recovery', key, proof)
  return ctx.tenant(async (tx) => {
    const challenge = await openChallenge(tx, ctx, 'sign-in', key)
    await mailCodes(tx, ctx, challenge, language)
    return waitingFor(challenge)
  })
}

/** Emails the code again. @throws AppError auth.resend-too-soon, auth.too-many-mails */
const resendSignInCode = (ctx: OpenCtx, asked: ResendRequest): Promise<CodeSent> =>
  mailAgain(ctx, 'sign-in', asked, (tx, challenge) => mailCodes(tx, ctx, challenge, asked.language))

/**
 * Emails a code for every account of the address, each naming its owner. An unconfirmed account gets none: its password may
 * belong to a person who does not read these emails.
 */
async function mailCodes(tx: Tx, ctx: OpenCtx, challenge: Challenge & Waiting, language: Language) {
  const accounts = await findAccounts(tx, ctx.school.schoolId, challenge.subject)
  const open = accounts.filter(({ verified }) => verified)
  const ids = open.map(({ userId }) => userId)
  const codes = await addCodes(tx, ctx, challenge, ids)
  for (const [i, { userName, email: to }] of open.entries()) {
    const params = { userName, code: codes[i] ?? '', minutes: String(codeMinutes) }
    await writeAlike(tx, true, (part) => queueMail(part, ctx, { to, language, template: 'sign-in-code', params }))
  }
  if (open.length > 0) return
  const [waiting] = accounts
  if (!waiting) return mailNobody(tx, ctx, { key: challenge.subject, language, hasLink: false })
  const { userId, email: to } = waiting
  const params = await issueLink(tx, ctx, 'verify', { userId, email: to, registered: null })
  await queueMail(tx, ctx, { to, language, template: 'confirm-first', params })
}

/** Signs in by code. @throws AppError of `tryCode`; auth.account-disabled */
const signInByCode = (ctx: OpenCtx, typed: { ticket: string; code: string }): Promise<SignInAnswer> =>
  tryCode(ctx, 'sign-in', typed, (tx, { userId }) => startProvenSession(tx, ctx, userId))

interface Joining {
  token: string
  name: string
  userName?: string | undefined
  password: string
}

/**
 * Creates an account by an emailed link, confirmed and signed in at once: another family of an address with an account takes its
 * own username. A taken name leaves the link valid.
 * @throws AppError auth.password-common, auth.link-over, auth.user-name-taken, auth.too-many-attempts
 */
async function registerByLink(ctx: OpenCtx, { token, name, userName, password }: Joining): Promise<SignedIn> {
  refuseCommon(password)
  const kind = accountLink('join')
  await admitLink(ctx, kind, token)
  const passwordHash = await ctx.deps.passwords.hash(password)
  const { schoolId } = ctx.school
  const now = { nowMs: ctx.deps.clock.nowMs(), random: ctx.deps.random }
  return followLink(ctx, kind, token, async (tx, link) => {
    const key = accountKey(userName ?? link.email)
    // Thrown, not returned: the whole transaction is undone, and the link can be used for another name or password.
    refuseCommon(password, key)
    const family = { name, passwordHash, email: link.email, verified: true }
    const userId = await addFamily(tx, schoolId, { userName: key, ...family }, now)
    if (!userId) throw new AppError('auth.user-name-taken', { field: 'userName' })
    const entered = await startProvenSession(tx, ctx, userId)
    if (entered instanceof AppError) throw entered
    // A family's new account has no second factor.
    if (entered.user === null) throw new TypeError('a new account was asked for a second factor')
    return entered
  })
}

export const accountRoutes: Feature = () => [
  route.open(registerCall, (ctx, asked) => register(ctx, inLanguage(ctx, asked))),
  route.open(registerUser, registerByLink),
  route.open(verifyEmail, (ctx, proof) => ('token' in proof ? confirmByLink(ctx, proof) : confirmByCode(ctx, proof))),
  route.open(resendVerifyEmail, (ctx, asked) => resendVerification(ctx, inLanguage(ctx, asked))),
  route.open(forgetPasswordCall, (ctx, asked) => forgetPassword(ctx, inLanguage(ctx, asked))),
  route.open(resetPasswordCall, (ctx, asked) => resetPassword(ctx, inLanguage(ctx, asked))),
  route.open(authOtp, (ctx, asked) => requestSignInCode(ctx, inLanguage(ctx, asked))),
  route.open(resendAuthOtp, (ctx, asked) => resendSignInCode(ctx, inLanguage(ctx, asked))),
  route.open(verifyAuthOtp, signInByCode),
  // A call that gets this far has named an existing school, the one of the address.
  route.open(validateSchoolId, async () => authDone),
]
