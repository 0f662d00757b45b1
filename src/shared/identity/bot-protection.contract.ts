// chunk: contract
import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'

const Hex = z
  .string()
  .regex(/^[0-9a-f]+$/)
  .max(256)

/** A puzzle that costs anyone who hands something in about a second, and a robot a second each time. Made by altcha-lib. */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal('PBKDF2/SHA-256'),
    nonce: Hex,
    salt: Hex,
    cost: z.int().min(1).max(1_000_000),
    keyLength: z.int().min(1).max(64),
    keyPrefix: Hex,
    keySignature: Hex,
    /** Seconds since 1970. */
    expiresAt: z.int(),
    /** The answer is a number below this: so that waiting has an end that can be shown. */
    data: z.object({ below: z.int().min(1) }),
  }),
  signature: Hex,
})
export type Challenge = z.infer<typeof Challenge>

/** @throws AppError request.too-many */
export const askChallenge = endpoint({
  method: 'get',
  path: '/public/challenge',
  audience: 'open',
  body: Nothing,
  reply: z.object({ challenge: Challenge }),
})

/**
 * A `SolvedChallenge` as JSON; each is good for one thing and for ten minutes. Where an outside
 * captcha is configured, its token is as good.
 */
export const Proof = z.string().min(1).max(4000)

export const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int().min(0), derivedKey: Hex }),
})
export type SolvedChallenge = z.infer<typeof SolvedChallenge>
