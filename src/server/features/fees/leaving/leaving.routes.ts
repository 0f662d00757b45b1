import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { previewLeaving, settleLeaving, undoLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { readLeaving } from './leaving.service.ts'
import { type LeaverDeposits, makeLeaving } from './settle-leaving.service.ts'
import { endLeaving } from './undo-leaving.service.ts'

/** @param depositsOf seat deposits of leavers, by the domain of offers */
export const leavingRoutes =
  (depositsOf: (ctx: SessionCtx) => LeaverDeposits): Feature =>
  () => [
    route.session(previewLeaving, async (ctx, asked) => {
      requirePermission(ctx.session, 'fees.see')
      return ctx.tenant((tx) => readLeaving(tx, feeActor(ctx), asked))
    }),
    route.session(settleLeaving, async (ctx, asked) => {
      requirePermission(ctx.session, 'fees.bill')
      return ctx.tenant((tx) => makeLeaving(tx, feeActor(ctx), asked, depositsOf(ctx)))
    }),
    route.session(undoLeaving, async (ctx, asked) => {
      requirePermission(ctx.session, 'fees.approve')
      await ctx.tenant((tx) => endLeaving(tx, feeActor(ctx), asked, depositsOf(ctx)))
      return {}
    }),
  ]
