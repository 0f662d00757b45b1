import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, Uuid } from '#shared/kernel/fields.ts'

/** A piece of a mail as it is read: a paragraph, a code by itself, or a link. */
export const Block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('link'), text: z.string(), href: z.string() }),
])
export type Block = z.infer<typeof Block>

/** A mail that waits in the outbox of a server without SMTP. */
export const WaitingMail = z.object({
  id: Uuid,
  to: z.string(),
  language: Language,
  template: z.string(),
  createdAt: Instant,
  subject: z.string(),
  blocks: z.array(Block),
  /** It is about a child whose file the reader may not see: the name and the school's letter are left out. */
  isWithoutChild: z.boolean().optional(),
})
export type WaitingMail = z.infer<typeof WaitingMail>

/** The latest mails, for a server that sends none: anyone who looks after it reads them here. */
export const mailList = endpoint({
  method: 'get',
  path: '/mails/list',
  audience: 'session',
  body: Nothing,
  reply: z.object({
    /** True where mails leave by SMTP; then none is listed. */
    isSending: z.boolean(),
    /** True at a demo school only: codes and links are shown. */
    hasSecrets: z.boolean(),
    mails: z.array(WaitingMail),
  }),
})
