// chunk: contract
import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Instant } from '#shared/kernel/fields.ts'
import { AuthDone, Credentials, SignedIn } from './auth.contract.ts'
import { Proof } from './bot-protection.contract.ts'

/**
 * The first factor is proved and no session is open: who holds the ticket continues with a code (`signInByFactor`), or, with
 * `mustSetUp`, sets up a second factor first (`beginFactorByTicket`).
 */
export const SecondFactorAsked = AuthDone.extend({
  secondFactor: z.object({
    ticket: z.string(),
    kinds: z.array(z.enum(['totp', 'passkey'])),
    mustSetUp: z.boolean(),
    expiresAt: Instant,
  }),
})
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>

export const SignInAnswer = z.union([SignedIn, SecondFactorAsked])
export type SignInAnswer = z.infer<typeof SignInAnswer>

/** Where too many others have tried, a solved challenge buys a try: `robots.proof-needed` asks for it. */
export const login = endpoint({
  method: 'post',
  path: '/auth/login',
  audience: 'open',
  body: Credentials.extend({ proof: Proof.optional() }),
  reply: SignInAnswer,
})
