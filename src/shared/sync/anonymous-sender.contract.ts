// chunk: form-calls
import { z } from 'zod'
import { Proof } from '#shared/identity/bot-protection.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { DeviceId, Instant } from '#shared/kernel/fields.ts'
import { PublicKeyJwk } from './device.contract.ts'

/**
 * Makes a browser known that nobody has paired: by a key of its own it signs what it sends, so that nobody else can hand
 * in, look up or finish its forms. Each solved challenge lets it hand in one form. The same call again changes nothing
 * but that. @throws AppError robots.*, device.bad-signature when the id belongs to another key
 */
export const admitVisitor = endpoint({
  method: 'post',
  path: '/public/visitor',
  audience: 'open',
  body: z.object({ visitorId: DeviceId, publicKey: PublicKeyJwk, proof: Proof }),
  reply: z.object({ serverTime: Instant, credit: z.int() }),
})
