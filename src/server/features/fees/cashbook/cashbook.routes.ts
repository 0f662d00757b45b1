import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  bankCash,
  cashbook,
  closeCashSession,
  openCashSession,
  ownCashSession,
} from '#shared/fees/cashbook/cashbook.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { bankFromSession, closeSession, openSession, openSessionOf, type SessionRow } from './cash-session.service.ts'
import { readCashbook, sessionViews } from './cashbook-read.service.ts'

async function one(tx: Tx, row: SessionRow) {
  const [session] = await sessionViews(tx, [row])
  if (!session) throw new Error('a session without a view')
  return { session }
}

export const cashbookRoutes: Feature = () => [
  route.session(ownCashSession, async (ctx) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => {
      const own = await openSessionOf(tx, ctx.school.schoolId, ctx.session.user.userId)
      return { session: own ? (await one(tx, own)).session : null, currency: ctx.school.currency }
    })
  }),
  route.session(openCashSession, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => one(tx, await openSession(tx, feeActor(ctx), asked)))
  }),
  route.session(bankCash, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => one(tx, await bankFromSession(tx, feeActor(ctx), asked)))
  }),
  route.session(closeCashSession, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => one(tx, await closeSession(tx, feeActor(ctx), asked)))
  }),
  route.session(cashbook, async (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => readCashbook(tx, feeActor(ctx)))
  }),
]
