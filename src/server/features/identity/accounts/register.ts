import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CodeSent } from '#shared/identity/account.contract.ts'
import { type AuthDone, authDone } from '#shared/identity/auth.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { openLink, refusalOf } from '../access-links/access-link.service.ts'
import { type Account, addFamily, confirmAddress, findAccounts } from '../sessions/accounts.service.ts'
import { waitingFor } from './account.view.ts'
import { limitAccountMail } from './account-limits.service.ts'
import { accountLink, issueLink } from './account-links.ts'
import { addCodes, type Challenge, codeMinutes, openChallenge, type Waiting } from './challenges.ts'
import { tryCode } from './codes.ts'
import { isCommonPassword, repeatsName } from './common-passwords.rules.ts'
import { mailNobody, writeAlike } from './nobody.ts'
import { mailAgain, type ResendRequest } from './resend.ts'

/** Refuses a password that is common, or repeats the username. @throws AppError auth.password-common */
export function refuseCommon(password: string, userName = ''): void {
  if (isCommonPassword(password) || repeatsName(password, userName))
    throw new AppError('auth.password-common', { field: 'password' })
}

interface Registration {
  name: string
  email: string
  password: string
  language: Language
  /** A solved challenge, where one was asked for. */
  proof?: string | undefined
}

/**
 * Creates an account to be confirmed by email. Where the address has one already, the email says so instead, and the answer is
 * the same: the same work is done, so that timing reveals nothing either.
 * @throws AppError auth.password-common, auth.too-many-mails, robots.proof-needed, robots.proof-refused
 */
export async function register(ctx: OpenCtx, asked: Registration): Promise<CodeSent> {
  const { name, email, password, language } = asked
  const key = accountKey(email)
  refuseCommon(password, key)
  await limitAccountMail(ctx, 'account', key, asked.proof)
  const passwordHash = await ctx.deps.passwords.hash(password)
  const registered = { name, passwordHash }
  return ctx.tenant(async (tx) => {
    const { schoolId } = ctx.school
    const now = { nowMs: ctx.deps.clock.nowMs(), random: ctx.deps.random }
    const known = await findAccounts(tx, schoolId, key)
    if (!known.some(({ verified }) => verified)) {
      await addFamily(tx, schoolId, { userName: key, email: key, verified: false, ...registered }, now)
    }
    const challenge = await openChallenge(tx, ctx, 'verify', key, registered)
    await mailVerification(tx, ctx, challenge, language)
    return waitingFor(challenge)
  })
}

/** Sends another email to confirm an account. @throws AppError of `mailAgain` */
export const resendVerification = (ctx: OpenCtx, asked: ResendRequest): Promise<CodeSent> =>
  mailAgain(ctx, 'verify', asked, (tx, challenge) => mailVerification(tx, ctx, challenge, asked.language))

/** Sends the email for the address's state: an account to confirm, an active one, or none. */
async function mailVerification(tx: Tx, ctx: OpenCtx, challenge: Challenge & Waiting, language: Language) {
  const accounts = await findAccounts(tx, ctx.school.schoolId, challenge.subject)
  const waiting = accounts.find(({ verified }) => !verified)
  const open = accounts.find(({ verified }) => verified)
  if (!waiting && !open) return mailNobody(tx, ctx, { key: challenge.subject, language, hasLink: true })
  await writeAlike(tx, true, async (part) => {
    if (open) await mailKnown(part, ctx, open.email, language)
    else if (waiting) await mailCode(part, ctx, challenge, waiting, language)
  })
}

async function mailCode(
  tx: Tx,
  ctx: OpenCtx,
  challenge: Challenge & Waiting,
  { userId, email }: Account,
  language: Language,
) {
  const [code = ''] = await addCodes(tx, ctx, challenge, [userId])
  const link = await issueLink(tx, ctx, 'verify', { userId, email, registered: challenge.registered })
  const params = { code, minutes: String(codeMinutes), ...link }
  await queueMail(tx, ctx, { to: email, language, template: 'verify-account', params })
}

/** Informs only the owner of the address that an account exists, with every way to continue. */
async function mailKnown(tx: Tx, ctx: OpenCtx, email: string, language: Language) {
  const link = await issueLink(tx, ctx, 'join', { userId: null, email, registered: null })
  const params = { signInPath: '/sign-in', resetPath: '/forgot-password', ...link }
  await queueMail(tx, ctx, { to: email, language, template: 'address-known', params })
}

/** Confirms an account by the typed code. @throws AppError of `tryCode` */
export const confirmByCode = (ctx: OpenCtx, typed: { ticket: string; code: string }): Promise<AuthDone> =>
  tryCode(ctx, 'verify', typed, async (tx, { userId, registered }) => {
    const found = await confirmAddress(tx, ctx.school.schoolId, userId, registered)
    return found ? authDone : new AppError('auth.code-over')
  })

/** Confirms an account by the emailed link. @throws AppError auth.link-over, auth.too-many-attempts */
export function confirmByLink(ctx: OpenCtx, { token }: { token: string }): Promise<AuthDone> {
  const link = accountLink('verify')
  return openLink(ctx, link, token, async (tx, { userId, registered }) => {
    const found = userId && (await confirmAddress(tx, ctx.school.schoolId, userId, registered))
    return found ? authDone : refusalOf(link)
  })
}
