import { z } from 'zod'
import { Email } from '#shared/identity/account.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Instant, Language, OpId, Uuid } from '#shared/kernel/fields.ts'

/** Link by which a payer opens the page of what they owe. The link itself is shown once, when it is made. */
export const FeePageLink = z.object({
  id: Uuid,
  /** Address to which it was mailed; null where staff copied it. */
  email: z.string().nullable(),
  state: z.enum(['waiting', 'opened', 'ended', 'expired']),
  madeAt: Instant,
  expiresAt: Instant,
})
export type FeePageLink = z.infer<typeof FeePageLink>

/** Lists the links of a payer, the latest first. @throws AppError access.denied */
export const feePageLinks = endpoint({
  method: 'get',
  path: '/fees/page_links',
  audience: 'session',
  body: z.object({ payerId: Uuid }),
  reply: z.object({ links: z.array(FeePageLink) }),
})

/**
 * Makes a link for a payer, mails it where an address is given, and returns it to be handed over where none is. Earlier links stay,
 * except one to the same address, which the new one replaces. Sent again nothing happens twice: `url` is then null.
 * @throws AppError access.denied, request.not-found
 */
export const makeFeePageLink = endpoint({
  method: 'post',
  path: '/fees/page_link',
  audience: 'session',
  body: z.object({ linkId: OpId, payerId: Uuid, email: Email.nullable(), language: Language }),
  reply: z.object({ link: FeePageLink, url: z.string().nullable() }),
})

/** Ends a link at once. @throws AppError access.denied, request.not-found */
export const endFeePageLink = endpoint({
  method: 'post',
  path: '/fees/page_link_end',
  audience: 'session',
  body: z.object({ linkId: Uuid }),
  reply: z.object({ link: FeePageLink }),
})
