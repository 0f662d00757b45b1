import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { endApiToken, listApiTokens, makeApiToken } from '#shared/programs/api-token.contract.ts'
import {
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  resendDelivery,
  saveWebhook,
  testWebhook,
} from '#shared/programs/webhook.contract.ts'
import { endToken, makeToken, readTokens } from './tokens/api-token.service.ts'
import {
  deliveriesOf,
  dropWebhook,
  queueAgain,
  queueTest,
  readWebhooks,
  renewSecret,
  setWebhook,
} from './webhooks/webhook.service.ts'

/** Runs a change that answers nothing. @throws AppError access.denied, and what the change refuses */
async function changing(ctx: SessionCtx, change: (tx: Tx) => Promise<void>): Promise<Record<string, never>> {
  requirePermission(ctx.session, 'programs.manage')
  await ctx.tenant(change)
  return {}
}

export const programRoutes: Feature = () => [
  route.session(listApiTokens, (ctx) => {
    requirePermission(ctx.session, 'programs.manage')
    return ctx.tenant((tx) => readTokens(tx, ctx))
  }),
  route.session(makeApiToken, (ctx, asked) => {
    requirePermission(ctx.session, 'programs.manage')
    return ctx.tenant((tx) => makeToken(tx, ctx, asked))
  }),
  route.session(endApiToken, (ctx, { id }) => changing(ctx, (tx) => endToken(tx, ctx, id))),
  route.session(listWebhooks, (ctx) => {
    requirePermission(ctx.session, 'programs.manage')
    return ctx.tenant((tx) => readWebhooks(tx, ctx))
  }),
  route.session(saveWebhook, (ctx, asked) => {
    requirePermission(ctx.session, 'programs.manage')
    return ctx.tenant((tx) => setWebhook(tx, ctx, asked))
  }),
  route.session(renewWebhookSecret, (ctx, asked) => {
    requirePermission(ctx.session, 'programs.manage')
    return ctx.tenant((tx) => renewSecret(tx, ctx, asked))
  }),
  route.session(removeWebhook, (ctx, { id }) => changing(ctx, (tx) => dropWebhook(tx, ctx, id))),
  route.session(testWebhook, (ctx, { id }) => changing(ctx, (tx) => queueTest(tx, ctx, id))),
  route.session(listDeliveries, (ctx, { id }) => {
    requirePermission(ctx.session, 'programs.manage')
    return ctx.tenant(async (tx) => ({ deliveries: await deliveriesOf(tx, ctx, id) }))
  }),
  route.session(resendDelivery, (ctx, { id }) => changing(ctx, (tx) => queueAgain(tx, ctx, id))),
]
