import { queueMail } from '#server/features/mail/mail.service.ts'
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

/** Emails a colleague the link for choosing their first password; an earlier one stops working. */
export async function mailInvitation(
  tx: Tx,
  ctx: OpenCtx,
  { userId, userName, email }: Invited,
  language: Language,
): Promise<void> {
  await endInvitation(tx, ctx, userId)
  const link = await issueLink(tx, ctx, 'invite', { userId, email, registered: null })
  await queueMail(tx, ctx, { to: email, language, template: 'invited', params: { userName, ...link } })
}

/** Ends all emailed links that open this account: an invitation, and a password reset. */
export const endInvitation = (tx: Tx, { deps, school }: OpenCtx, userId: UserId): Promise<void> =>
  closeLinks(tx, school.schoolId, userId, ['invite', 'reset'], deps.clock.nowMs())
