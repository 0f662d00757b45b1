import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, OpId, Revision, Uuid } from '#shared/kernel/fields.ts'
import { deliveryFailures, deliveryStates, webhookEvents } from './webhook.rules.ts'

export const WebhookEventName = z.enum(webhookEvents)
export const maxWebhooks = 10

/** An address of another program that is told what happens; never its secret. */
export const Webhook = z.object({
  id: Uuid,
  url: z.string(),
  events: z.array(WebhookEventName),
  isPaused: z.boolean(),
  /** When it was given up after days without success; saving it again sets it going again. */
  stoppedAt: Instant.nullable(),
  /** True after a restore, where its secret was renewed since the copy: it is paused until somebody renews it again. */
  lacksSecret: z.boolean().default(false),
  /** Until when the secret of before signs as well; null where there is none. */
  oldSecretUntil: Instant.nullable(),
  revision: Revision,
})
export type Webhook = z.infer<typeof Webhook>

/** Lists the webhooks of the school. @throws AppError access.denied */
export const listWebhooks = endpoint({
  method: 'get',
  path: '/programs/webhooks',
  audience: 'session',
  body: Nothing,
  /** `canKeepSecrets`: whether the server has a key to keep secrets by. `sends`: whether it calls other programs at all. */
  reply: z.object({ webhooks: z.array(Webhook), canKeepSecrets: z.boolean(), sends: z.boolean() }),
})

const Url = z.url({ protocol: /^https?$/ }).max(500)

/**
 * Adds or changes a webhook; `revision` is the one that was seen, 0 for a new one. A new one's secret is returned, once and never again.
 * @throws AppError access.denied, request.invalid (an address without TLS, or with a password in it), programs.changed,
 * programs.no-key, programs.too-many, programs.secret-lacking (it is to go on and has none)
 */
export const saveWebhook = endpoint({
  method: 'post',
  path: '/programs/webhook',
  audience: 'session',
  body: z.object({
    opId: OpId,
    webhookUrl: Url,
    events: z.array(WebhookEventName).min(1).max(webhookEvents.length),
    isPaused: z.boolean(),
    revision: Revision,
  }),
  reply: z.object({ webhook: Webhook, secret: z.string().nullable() }),
})

/**
 * Renews the secret and returns it once. For a day the one of before signs too, so that the other program can be changed.
 * @throws AppError access.denied, request.not-found, programs.changed, programs.no-key
 */
export const renewWebhookSecret = endpoint({
  method: 'post',
  path: '/programs/webhook_secret',
  audience: 'session',
  body: z.object({ id: Uuid, revision: Revision }),
  reply: z.object({ webhook: Webhook, secret: z.string() }),
})

/** Removes a webhook with what waits for it. @throws AppError access.denied, request.not-found */
export const removeWebhook = endpoint({
  method: 'post',
  path: '/programs/webhook_remove',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})

/** Queues a test event, also for a paused one. @throws AppError access.denied, request.not-found, programs.secret-lacking */
export const testWebhook = endpoint({
  method: 'post',
  path: '/programs/webhook_test',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})

export const Delivery = z.object({
  id: Uuid,
  event: z.enum([...webhookEvents, 'test']),
  at: Instant,
  state: z.enum(deliveryStates),
  attempts: z.int(),
  /** When it is tried next; null where it is not. */
  nextAt: Instant.nullable(),
  triedAt: Instant.nullable(),
  /** HTTP status of the last try; null where there was no answer. */
  status: z.int().nullable(),
  failure: z.enum(deliveryFailures).nullable(),
})
export type Delivery = z.infer<typeof Delivery>

/** Lists what was sent to a webhook, the latest 50. @throws AppError access.denied, request.not-found */
export const listDeliveries = endpoint({
  method: 'get',
  path: '/programs/deliveries',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: z.object({ deliveries: z.array(Delivery) }),
})

/** Sends something once more, under the same `webhook-id`. @throws AppError access.denied, request.not-found */
export const resendDelivery = endpoint({
  method: 'post',
  path: '/programs/delivery_resend',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})
