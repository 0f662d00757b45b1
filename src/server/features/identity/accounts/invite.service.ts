import { type MailCtx, queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { closeLinks, issueLink } from './account-links.ts'

interface Invited {
  userId: UserId
  userName: string
  email: string
}

/**
 * Emails a colleague the link for choosing their first password; an earlier one stops working.
 * @returns its path and how many hours it works
 */
export async function mailInvitation(
  tx: Tx,
  ctx: MailCtx,
  { userId, userName, email }: Invited,
  language: Language,
): Promise<{ path: string; hours: string }> {
  const link = await issueInvitation(tx, ctx, { userId, email })
  await queueMail(tx, ctx, { to: email, language, template: 'invited', params: { userName, ...link } })
  return link
}

/**
 * Creates the link for choosing a first password without an email, for a server that sends none; an earlier one stops working.
 * @returns its path and how many hours it works
 */
export async function issueInvitation(
  tx: Tx,
  ctx: Pick<OpenCtx, 'deps' | 'school'>,
  { userId, email }: Pick<Invited, 'userId' | 'email'>,
): Promise<{ path: string; hours: string }> {
  await endInvitation(tx, ctx, userId)
  return issueLink(tx, ctx, 'invite', { userId, email, registered: null })
}

/** Ends all emailed links that open this account: an invitation, and a password reset. */
export const endInvitation = (
  tx: Tx,
  { deps, school }: Pick<OpenCtx, 'deps' | 'school'>,
  userId: UserId,
): Promise<void> => closeLinks(tx, school.schoolId, userId, ['invite', 'reset'], deps.clock.nowMs())
