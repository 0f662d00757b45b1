import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import {
  askFeeIntent,
  feeGateways,
  feeIntents,
  makeFeeLink,
  onlineReturn,
  replayGatewayEvents,
  setFeeGateway,
} from '#shared/fees/online/online-payment.contract.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { importSettlement } from '#shared/fees/online/settlement.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { replayEvents } from './gateway-events.service.ts'
import { listGateways, setGateway } from './gateway-setup.service.ts'
import { findIntent, intentViews, latestIntents } from './intent-row.service.ts'
import { makeLink } from './make-link.service.ts'
import { settle } from './settlement.service.ts'
import { settleIntent } from './settle-intent.service.ts'

export const onlinePaymentRoutes: Feature = () => [
  route.session(feeGateways, async (ctx) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant((tx) => listGateways(tx, ctx))
  }),
  route.session(setFeeGateway, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => ({ gateway: await setGateway(tx, ctx, asked) }))
  }),
  route.session(makeFeeLink, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return { intent: await makeLink(ctx, asked) }
  }),
  route.session(feeIntents, async (ctx, { payerId }) => {
    requirePermission(ctx.session, 'fees.see')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => ({
      intents: await intentViews(tx, schoolId, await latestIntents(tx, schoolId, payerId)),
    }))
  }),
  route.session(askFeeIntent, async (ctx, { intentId }) => {
    requirePermission(ctx.session, 'fees.receive')
    const { deps, school } = ctx
    if (!(await settleIntent({ deps, school }, intentId)))
      throw new AppError('request.not-found', { field: 'intentId' })
    return ctx.tenant(async (tx) => {
      const row = await findIntent(tx, school.schoolId, intentId)
      const [intent] = row ? await intentViews(tx, school.schoolId, [row]) : []
      if (!intent) throw new AppError('request.not-found', { field: 'intentId' })
      return { intent }
    })
  }),
  route.open(onlineReturn, async ({ deps, school }, { intentId }) => {
    const state = await settleIntent({ deps, school }, intentId)
    if (!state) throw new AppError('request.not-found', { field: 'intentId' })
    return { state }
  }),
  route.session(importSettlement, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    const by = { ...feeActor(ctx), timeZone: ctx.school.timeZone }
    return ctx.tenant(async (tx) => ({ settlement: await settle(tx, by, asked) }))
  }),
  route.session(replayGatewayEvents, async (ctx, { gateway }) => {
    requirePermission(ctx.session, 'fees.setup')
    const { deps, school } = ctx
    const done = await replayEvents({ deps, school }, gateway)
    await ctx.tenant((tx) =>
      recordAuditEvent(tx, ctx, 'fee-events-replayed', { about: null, facts: { kind: gateway, count: done.events } }),
    )
    return done
  }),
]
