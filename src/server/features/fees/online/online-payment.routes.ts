import type { z } from 'zod'
import { limitAddress } from '#server/features/identity/bot-protection/bot-protection.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { feeGateways, replayGatewayEvents, setFeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import type { GatewayId } from '#shared/fees/online/gateway.rules.ts'
import {
  askFeeIntent,
  bookFeeMismatch,
  feeIntents,
  feeMismatch,
  makeFeeLink,
  onlineReceipt,
  onlineReturn,
} from '#shared/fees/online/online-payment.contract.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { gatewayEvents, tryFeeGateway } from '#shared/fees/online/gateway-event.contract.ts'
import { feeSettlements, importSettlement } from '#shared/fees/online/settlement.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { adapters } from './adapters/adapters.ts'
import { bookMismatch, readMismatch } from './book-mismatch.service.ts'
import { documentPaper } from '../papers/fee-paper.service.ts'
import { replayEvents } from './gateway-events.service.ts'
import { gatewayRow, listGateways, openAccount, possibleGateways, setGateway } from './gateway-setup.service.ts'
import { findIntent, intentViews, listIntents } from './intent-row.service.ts'
import { latestEvents } from './list-events.service.ts'
import { listSettlements } from './list-settlements.service.ts'
import { makeLink } from './make-link.service.ts'
import { settle } from './settlement.service.ts'
import { receiptOfIntent, returnedPayment } from './returned-payment.service.ts'
import { settleIntent } from './settle-intent.service.ts'

/** Number of a payment that no gateway has. */
const nobodysPayment = '1'

/**
 * Asks a gateway for a payment that it does not have: a refusal of the payment alone says that the key is taken.
 * @throws AppError as the contract says
 */
async function tryGateway(ctx: SessionCtx, gateway: GatewayId): Promise<z.input<typeof tryFeeGateway.reply>> {
  const { deps, school, tenant } = ctx
  if (!deps.gateways || !possibleGateways(deps).includes(gateway))
    throw new AppError('fees.no-gateway', { field: 'gateway' })
  const account = await openAccount(deps, await tenant((tx) => gatewayRow(tx, school.schoolId, gateway)))
  if (!account) throw new AppError('fees.gateway-incomplete')
  const answer = await adapters[gateway].fetchStatus(nobodysPayment, account, deps.gateways.call)
  const outcome = 'failed' in answer && answer.failed !== 'refused' ? answer.failed : 'connected'
  const facts = { kind: gateway, state: outcome }
  await tenant((tx) => recordAuditEvent(tx, ctx, 'fee-gateway-tried', { about: null, facts }))
  return { outcome }
}

/** Calls of the return page from one address in fifteen minutes: it asks again while the bank has not answered. */
const mostReturns = 60

/** Returns one payment as screens show it. @throws AppError request.not-found */
const intentOf = ({ tenant, school: { schoolId } }: SessionCtx, intentId: string) =>
  tenant(async (tx) => {
    const row = await findIntent(tx, schoolId, intentId)
    const [intent] = row ? await intentViews(tx, schoolId, [row]) : []
    if (!intent) throw new AppError('request.not-found', { field: 'intentId' })
    return intent
  })

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
  route.session(feeIntents, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => listIntents(tx, ctx.school.schoolId, asked))
  }),
  route.session(askFeeIntent, async (ctx, { intentId }) => {
    requirePermission(ctx.session, 'fees.receive')
    const { deps, school } = ctx
    if (!(await settleIntent({ deps, school }, intentId)))
      throw new AppError('request.not-found', { field: 'intentId' })
    return { intent: await intentOf(ctx, intentId) }
  }),
  route.session(bookFeeMismatch, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    await bookMismatch(ctx, asked)
    return { intent: await intentOf(ctx, asked.intentId) }
  }),
  route.open(onlineReturn, async (ctx, { intentId, returnToken: token }) => {
    const { deps, school } = ctx
    await limitAddress(ctx, 'online-return', mostReturns)
    const state = await settleIntent({ deps, school }, intentId)
    if (!state) throw new AppError('request.not-found', { field: 'intentId' })
    const by = { intentId, token, nowMs: deps.clock.nowMs() }
    return { state, ...(await ctx.tenant((tx) => returnedPayment(tx, school.schoolId, by))) }
  }),
  route.open(onlineReceipt, async (ctx, { intentId, returnToken: token }) => {
    await limitAddress(ctx, 'online-receipt', mostReturns)
    const by = { intentId, token, nowMs: ctx.deps.clock.nowMs() }
    const documentId = await ctx.tenant((tx) => receiptOfIntent(tx, ctx.school.schoolId, by))
    return documentPaper(ctx, { documentId, names: 'first' }, ctx.school.language)
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
  ...gatewayReads(),
]

const gatewayReads = () => [
  route.session(feeMismatch, (ctx, { intentId }) => {
    requirePermission(ctx.session, 'fees.receive')
    return readMismatch(ctx, intentId)
  }),
  route.session(tryFeeGateway, (ctx, { gateway }) => {
    requirePermission(ctx.session, 'fees.setup')
    return tryGateway(ctx, gateway)
  }),
  route.session(gatewayEvents, (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => latestEvents(tx, ctx.school.schoolId))
  }),
  route.session(feeSettlements, (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => listSettlements(tx, ctx.school, possibleGateways(ctx.deps)))
  }),
]
