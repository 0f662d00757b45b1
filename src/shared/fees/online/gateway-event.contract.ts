import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Uuid } from '#shared/kernel/fields.ts'
import { PayerName } from '../fee-values.contract.ts'
import { GatewayId } from './fee-gateway.contract.ts'
import { intentStates } from './gateway.rules.ts'

/** Report of a gateway, as it is stored; what it says is not shown, since nothing of it is believed. */
export const GatewayEvent = z.object({
  eventId: Uuid,
  gateway: GatewayId,
  receivedAt: Instant,
  /** When the gateway was asked for its payment; null until then. */
  handledAt: Instant.nullable(),
  /** Payment that it is about; null where the school has none of this number. */
  payment: z.object({ intentId: Uuid, payer: PayerName, state: z.enum(intentStates) }).nullable(),
})
export type GatewayEvent = z.infer<typeof GatewayEvent>

/** Lists the latest 200 reports of gateways, those first for which the gateway was not asked yet. @throws AppError access.denied */
export const gatewayEvents = endpoint({
  method: 'get',
  path: '/fees/gateway_events',
  audience: 'session',
  body: Nothing,
  reply: z.object({ events: z.array(GatewayEvent), unhandled: z.int() }),
})

export const gatewayTrials = [
  'connected',
  /** The gateway does not take the key. */
  'denied',
  'unreachable',
  /** The gateway answers otherwise than its documentation says. */
  'unreadable',
] as const

/**
 * Asks a gateway for a payment that it does not have, with the keys that are stored: whether it is reached and takes the key.
 * @throws AppError access.denied, fees.no-gateway (not possible on this server), fees.gateway-incomplete (no key is stored)
 */
export const tryFeeGateway = endpoint({
  method: 'post',
  path: '/fees/gateway_try',
  audience: 'session',
  body: z.object({ gateway: GatewayId }),
  reply: z.object({ outcome: z.enum(gatewayTrials) }),
})
