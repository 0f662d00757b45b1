import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  answerRefund,
  askRefund,
  askWriteOff,
  decideClaim,
  feeClaims,
  payRefund,
} from '#shared/fees/fee-refund.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { askForRefund, askForWriteOff, type Claim, decide } from './claim.service.ts'
import { answerByHand, askForAttempt, payOrBegin } from '../online/online-refund.service.ts'
import { claimViews, latestClaims, requireClaim } from './claim-read.service.ts'

async function claimView(tx: Tx, row: Claim) {
  const [claim] = await claimViews(tx, row.schoolId, [row])
  if (!claim) throw new Error('a claim without a row')
  return { claim }
}

export const claimRoutes: Feature = () => [
  route.session(askRefund, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.refund')
    return ctx.tenant(async (tx) => claimView(tx, await askForRefund(tx, feeActor(ctx), asked)))
  }),
  route.session(askWriteOff, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.refund')
    return ctx.tenant(async (tx) => claimView(tx, await askForWriteOff(tx, feeActor(ctx), asked)))
  }),
  route.session(decideClaim, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.approve')
    return ctx.tenant(async (tx) => claimView(tx, await decide(tx, feeActor(ctx), asked)))
  }),
  route.session(payRefund, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.refund')
    const { claimId, attempt } = await ctx.tenant((tx) => payOrBegin(tx, feeActor(ctx), asked))
    if (attempt) await askForAttempt(ctx, attempt)
    return ctx.tenant(async (tx) => claimView(tx, await requireClaim(tx, ctx.school.schoolId, claimId)))
  }),
  route.session(answerRefund, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.approve')
    return ctx.tenant(async (tx) => {
      await answerByHand(tx, feeActor(ctx), asked)
      return claimView(tx, await requireClaim(tx, ctx.school.schoolId, asked.claimId))
    })
  }),
  route.session(feeClaims, async (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => ({ claims: await claimViews(tx, schoolId, await latestClaims(tx, schoolId)) }))
  }),
]
