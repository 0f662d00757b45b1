import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { previewLeaving, settleLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { readLeaving } from './leaving.service.ts'
import { makeLeaving } from './settle-leaving.service.ts'

export const leavingRoutes: Feature = () => [
  route.session(previewLeaving, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => readLeaving(tx, feeActor(ctx), asked))
  }),
  route.session(settleLeaving, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.bill')
    return ctx.tenant((tx) => makeLeaving(tx, feeActor(ctx), asked))
  }),
]
