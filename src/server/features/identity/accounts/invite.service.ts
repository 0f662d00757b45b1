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

/** Mails a colleague the link by which they choose their first password; an earlier one opens nothing from then on. */
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

/** Whatever was mailed to open this account opens it no more: an invitation, and a forgotten password's link. */
export const endInvitation = (tx: Tx, { deps, school }: OpenCtx, userId: UserId): Promise<void> =>
  closeLinks(tx, school.schoolId, userId, ['invite', 'reset'], deps.clock.nowMs())
