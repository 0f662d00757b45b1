import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CodeSent } from '#shared/identity/account.contract.ts'
import { accountKey } from '#shared/identity/credentials.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { waitingFor } from './account.view.ts'
import { limitAccountMail } from './account-limits.service.ts'
import {
  type Challenge,
  type ChallengePurpose,
  openChallenge,
  renewChallenge,
  subjectOf,
  type Waiting,
} from './challenges.ts'

export interface ResendRequest {
  email: string
  ticket?: string | undefined
  language: Language
  proof?: string | undefined
}

/**
 * Sends another email with a code: for the page that has the ticket, else (or when that one has expired) for a new request.
 * Counted by the request's own subject, so that no mailbox is flooded under another name.
 * @throws AppError auth.resend-too-soon, auth.too-many-mails, robots.proof-needed, robots.proof-refused
 */
export async function mailAgain(
  ctx: OpenCtx,
  purpose: ChallengePurpose,
  { email, ticket, proof }: ResendRequest,
  mail: (tx: Tx, challenge: Challenge & Waiting) => Promise<void>,
): Promise<CodeSent> {
  const subject = ticket === undefined ? undefined : await ctx.tenant((tx) => subjectOf(tx, ctx, purpose, ticket))
  const key = subject ?? accountKey(email)
  await limitAccountMail(ctx, purpose === 'sign-in' ? 'recovery' : 'account', key, proof)
  return ctx.tenant(async (tx) => {
    const renewed = ticket === undefined ? undefined : await renewChallenge(tx, ctx, purpose, ticket)
    const challenge = renewed ?? (await openChallenge(tx, ctx, purpose, key))
    await mail(tx, challenge)
    return waitingFor(challenge)
  })
}
