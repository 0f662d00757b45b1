import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Revision } from '#shared/kernel/fields.ts'
import { gatewayCountries, gatewayIds } from './gateway.rules.ts'

export const GatewayId = z.enum(gatewayIds)

/** A gateway as the school has set it up. Keys are never sent back. */
export const FeeGateway = z.object({
  gateway: GatewayId,
  isEnabled: z.boolean(),
  /** False for the gateway's own test system. */
  isLive: z.boolean(),
  merchantCountry: z.enum(gatewayCountries),
  merchant: z.string(),
  hasApiKey: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** Address for the gateway's portal: where it reports payments to. */
  eventUrl: z.string(),
  revision: z.int(),
})
export type FeeGateway = z.infer<typeof FeeGateway>

/** Lists the gateways that the school may use. @throws AppError access.denied */
export const feeGateways = endpoint({
  method: 'get',
  path: '/fees/gateways',
  audience: 'session',
  body: Nothing,
  reply: z.object({ gateways: z.array(FeeGateway), canKeepKeys: z.boolean() }),
})

/**
 * Sets a gateway up. A key that is not sent stays as it is.
 * @throws AppError access.denied, fees.gateway-changed, fees.no-gateway (not possible on this server), fees.no-key (the server has no key of its
 * own to encrypt with), fees.gateway-incomplete (enabled without keys), fees.gateway-test (a test system enabled in production)
 */
export const setFeeGateway = endpoint({
  method: 'post',
  path: '/fees/gateway_set',
  audience: 'session',
  stepUp: true,
  body: z.object({
    gateway: GatewayId,
    isEnabled: z.boolean(),
    isLive: z.boolean(),
    merchantCountry: z.enum(gatewayCountries),
    merchant: z.string().trim().max(100).default(''),
    apiKey: z.string().trim().min(8).max(4_000).optional(),
    webhookSecret: z.string().trim().min(8).max(500).optional(),
    revision: Revision,
  }),
  reply: z.object({ gateway: FeeGateway }),
})

/**
 * Works through stored events of a gateway again that have led to no payment, 50 at most, and asks for their payments; called again
 * it goes on with those that were not handled. @throws AppError access.denied
 */
export const replayGatewayEvents = endpoint({
  method: 'post',
  path: '/fees/gateway_replay',
  audience: 'session',
  body: z.object({ gateway: GatewayId }),
  reply: z.object({ events: z.int(), booked: z.int() }),
})
