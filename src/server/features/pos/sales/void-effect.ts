import { and, eq } from 'drizzle-orm'
import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { VoidSale } from '#shared/pos/sale.contract.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { post, returnsOf } from '../accounts/ledger.service.ts'
import { voidApprovalFlags } from '../approvals/act-flags.service.ts'
import { keepApproval } from '../approvals/approval-flags.service.ts'
import { sales } from '../pos.table.ts'
import { unsumDaysOfVoided } from '../reports/days/unsum-days.service.ts'
import { saleVoids, tenders } from '../pos-payments.table.ts'
import { findTopUp, topUpBack } from '../shifts/top-up-effect.ts'
import { finish, flagsOf, placeFlags } from '../shifts/shift-effects.ts'
import { findShift } from '../shifts/shift-rows.ts'
import { refundsOfSale } from './read-refunds.service.ts'
import type { TillContext } from './till-context.ts'
import { waitForSales } from './void-lock.service.ts'

/**
 * Voids a sale, once: accounts get back what its tenders took and no refund has given back, in the same transaction. Of a cash
 * top-up the account gives back what it brought, even below zero. The void of an unknown document is stored, flagged, and applied
 * when that arrives.
 */
export async function voidSale(tx: Tx, ctx: TillContext, op: IngestedOp<VoidSale>): Promise<Effect> {
  const { id, saleId, shiftId, at } = op.body
  const { schoolId, nowMs } = ctx
  const flags = await flagsOf(tx, ctx, op)
  await waitForSales(tx, schoolId)
  await unsumDaysOfVoided(tx, schoolId, saleId)
  for (const each of placeFlags(ctx, await findShift(tx, schoolId, shiftId))) flags.add(each)
  const [sale] = await tx
    .select({ id: sales.id, shiftId: sales.shiftId, soldAt: sales.soldAt, total: sales.total })
    .from(sales)
    .where(and(eq(sales.schoolId, schoolId), eq(sales.id, saleId)))
  const topUp = sale ? undefined : await findTopUp(tx, schoolId, saleId)
  const voidable = sale ?? (topUp && { ...topUp, id: saleId, soldAt: topUp.at, total: topUp.amount })
  if (!voidable) flags.add('sale-unknown')
  else if (voidable.shiftId !== shiftId) flags.add('foreign-shift')
  for (const each of await voidApprovalFlags(tx, ctx, op, voidable)) flags.add(each)
  const { approval, afterMs: _after, ...voided } = op.body
  const kept = await tx
    .insert(saleVoids)
    .values({ schoolId, ...voided, receivedAt: toInstant(nowMs) })
    .onConflictDoNothing()
    .returning({ id: saleVoids.id })
  if (kept.length === 0) flags.add('already-voided')
  else {
    await keepApproval(tx, ctx, op.opId, { approval, shiftId, subjectId: id })
    if ((await refundsOfSale(tx, schoolId, saleId)).length > 0) flags.add('refunded-before')
  }
  const isNew = kept.length > 0
  const back = isNew && topUp ? await topUpBack(tx, ctx, topUp, op.body) : undefined
  if (back?.isBelow) flags.add('below-zero')
  const effect = await finish(tx, ctx, op, { subjectId: id, shiftId, flags })
  if (back) return { ...effect, ...(await back.book()) }
  const serverVersion = isNew && sale ? await refundVoid(tx, ctx, saleId, at) : undefined
  return { ...effect, ...(serverVersion !== undefined && { serverVersion }) }
}

async function refundVoid(
  tx: Tx,
  ctx: TillContext,
  saleId: VoidSale['saleId'],
  at: string,
): Promise<number | undefined> {
  const paidBy = await tx
    .select({ id: tenders.id })
    .from(tenders)
    .where(and(eq(tenders.schoolId, ctx.schoolId), eq(tenders.saleId, saleId), eq(tenders.kind, 'account')))
  if (paidBy.length === 0) return undefined
  const returns = await returnsOf(
    tx,
    ctx.schoolId,
    paidBy.map((t) => t.id),
  )
  const accounts = await lockAccounts(tx, ctx.schoolId, new Set(returns.map((each) => each.customerId)))
  const versions = await post(
    tx,
    ctx,
    accounts,
    returns.map((each) => ({ ...each, effectiveAt: at, step: 0 })),
  )
  return versions.get(0)
}
