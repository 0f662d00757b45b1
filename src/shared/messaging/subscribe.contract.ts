import { z } from 'zod'
import { Email } from '#shared/identity/account.contract.ts'
import { Proof } from '#shared/identity/bot-protection.contract.ts'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Language } from '#shared/kernel/fields.ts'
import { LinkToken } from '#shared/kernel/link.ts'

/*
 * News of the school by mail, for the person who wants it: no account, and nothing but an address. It counts once its owner has
 * confirmed it, and each mail has a link that ends it.
 */

/** Asks for news. The answer is always the same: whether an address is known is said in the mail alone. */
export const subscribe = endpoint({
  method: 'post',
  path: '/public/subscribe',
  audience: 'open',
  body: z.object({
    email: Email,
    /** Of the mails; without it, the school's own. */
    language: Language.optional(),
    proof: Proof,
    /** A field that people never see: what fills it in is no person. */
    trap: z.string().max(500).default(''),
  }),
  reply: Nothing,
})

/** Once, within two days. @throws AppError link.over */
export const confirmSubscription = endpoint({
  method: 'post',
  path: '/public/subscribe/confirm',
  audience: 'open',
  body: z.object({ token: LinkToken }),
  reply: Nothing,
})

/** Takes the address off the list, and forgets it. @throws AppError link.over */
export const endSubscription = endpoint({
  method: 'post',
  path: '/public/subscribe/end',
  audience: 'open',
  body: z.object({ token: LinkToken }),
  reply: Nothing,
})
