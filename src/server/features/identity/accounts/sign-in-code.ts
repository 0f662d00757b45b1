import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CodeSent } from '#shared/identity/account.contract.ts'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { findAccounts } from '../sessions/accounts.service.ts'
import { startProvenSession } from '../sessions/auth.service.ts'
import { waitingFor } from './account.view.ts'
import { limitMail } from './account-limits.service.ts'
import { issueLink } from './account-links.ts'
import { addCodes, type Challenge, codeMinutes, openChallenge, type Waiting } from './challenges.ts'
import { tryCode } from './codes.ts'
import { mailAgain, type ResendRequest } from './resend.ts'

/** Emails a one-time code. @throws AppError auth.too-many-mails */
export async function requestSignInCode(
  ctx: OpenCtx,
  { email, language }: { email: string; language: Language },
): Promise<CodeSent> {
  const key = accountKey(email)
  await limitMail(ctx, key)
  return ctx.tenant(async (tx) => {
    const challenge = await openChallenge(tx, ctx, 'sign-in', key)
    await mailCodes(tx, ctx, challenge, language)
    return waitingFor(challenge)
  })
}

/** Emails the code again. @throws AppError auth.resend-too-soon, auth.too-many-mails */
export const resendSignInCode = (ctx: OpenCtx, asked: ResendRequest): Promise<CodeSent> =>
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
    await queueMail(tx, ctx, { to, language, template: 'sign-in-code', params })
  }
  if (open.length > 0) return
  const [waiting] = accounts
  if (waiting) {
    const { userId, email: to } = waiting
    const params = await issueLink(tx, ctx, 'verify', { userId, email: to, registered: null })
    await queueMail(tx, ctx, { to, language, template: 'confirm-first', params })
  } else if (challenge.subject.includes('@')) {
    await queueMail(tx, ctx, { to: challenge.subject, language, template: 'no-account', params: { path: '/sign-up' } })
  }
}

/** Signs in by code. @throws AppError of `tryCode`; auth.account-disabled */
export const signInByCode = (ctx: OpenCtx, typed: { ticket: string; code: string }): Promise<SignedIn> =>
  tryCode(ctx, 'sign-in', typed, (tx, { userId }) => startProvenSession(tx, ctx, userId))
