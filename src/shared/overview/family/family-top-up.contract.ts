import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Language, Minor, OpId, Uuid } from '#shared/kernel/fields.ts'

/*
 * Top-up of a child's meal account through the school's payment gateway, for guardians whose rights cover the account.
 */

/** In minor units of the school's currency; gateways have limits of their own. */
const maxTopUp = 1_000_000

/**
 * Begins a top-up. The payment is made on the gateway's own page; the account has the money once the server has asked the gateway,
 * and tills with their next sync. Sent again with the same id it makes no second one.
 * @returns the address of that page; null where the payment is decided already
 * @throws AppError access.denied, request.not-found, fees.no-gateway, fees.gateway-amount, fees.gateway-failed,
 * account.top-up-small, account.top-up-large, account.top-up-full outside the school's bounds
 */
export const familyTopUp = endpoint({
  method: 'post',
  path: '/family/top_up',
  audience: 'session',
  body: z.object({
    student_id: Uuid,
    intentId: OpId,
    amount: Minor.refine((amount) => amount > 0 && amount <= maxTopUp),
    language: Language,
  }),
  reply: z.object({ url: z.string().nullable() }),
})
