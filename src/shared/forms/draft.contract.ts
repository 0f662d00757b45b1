// chunk: form-calls
import { z } from 'zod'
import { Email } from '#shared/identity/account.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Instant, InstantInput, Int4, Language, Revision, Uuid } from '#shared/kernel/fields.ts'
import { FormSlug } from './form.contract.ts'

/*
 * A form that is gone on with on another device. The answers lie at the server for thirty days, readable with the token of
 * the mailed link alone. Files stay on the device on which they were chosen.
 */

const Token = z.string().min(20).max(100)

/** A draft as it travels from one device to the other. Its id is that of the submission it will become. */
export const DraftTransfer = z.object({
  id: Uuid,
  slug: FormSlug,
  version: Int4.min(1),
  language: Language,
  startedAt: Instant,
  answers: z.record(z.string().max(40), z.unknown()),
})
export type DraftTransfer = z.infer<typeof DraftTransfer>

/**
 * Keeps a draft and mails a link to it. With the token of a link it takes the place of what that link opened, and the link
 * goes on working, if nobody has changed it since `seen`; without one it is kept beside what others may have kept under this
 * id. @returns a name for the link by which it is known again, and opens nothing. @throws AppError form.changed-elsewhere
 */
export const keepDraft = endpoint({
  method: 'post',
  path: '/forms/draft',
  audience: 'open',
  body: DraftTransfer.extend({
    startedAt: InstantInput,
    email: Email,
    token: Token.optional(),
    seen: Revision.default(0),
  }),
  reply: z.object({ link: z.string(), revision: Revision }),
  bodyLimit: 68 * 1024,
})

/** What a link opens. Used, too old, of another draft or school: `form.link-over`, whichever it is. */
export const openDraft = endpoint({
  method: 'post',
  path: '/forms/draft/open',
  audience: 'open',
  body: z.object({ id: Uuid, token: Token }),
  reply: z.object({ draft: DraftTransfer.extend({ updatedAt: Instant, revision: Revision }) }),
})
