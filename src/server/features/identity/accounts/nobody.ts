import { queueMail } from '#server/features/mail/mail.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import { inSavepoint, type Tx } from '#server/kernel/db.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { issueLink } from './account-links.ts'

class TakenBack extends Error {}

/** Writes in a savepoint, and takes it back where it is not to be kept: both take the same time. */
export async function writeAlike(tx: Tx, isKept: boolean, write: (part: Tx) => Promise<void>): Promise<void> {
  try {
    await inSavepoint(tx, async (part) => {
      await write(part)
      if (!isKept) throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}

interface Nobody {
  /** What was typed: an address, or a username, which no email reaches. */
  key: string
  language: Language
  /** Whether an account would have been mailed a link. */
  hasLink: boolean
}

/** Tells an address that it has no account. For a username the same is done in vain: the time taken reveals no account. */
export const mailNobody = (tx: Tx, ctx: OpenCtx, { key, language, hasLink }: Nobody): Promise<void> =>
  writeAlike(tx, key.includes('@'), async (part) => {
    // It opens no account, and nobody learns its token.
    if (hasLink) await issueLink(part, ctx, 'reset', { userId: null, email: key, registered: null })
    await queueMail(part, ctx, { to: key, language, template: 'no-account', params: { path: '/sign-up' } })
  })
