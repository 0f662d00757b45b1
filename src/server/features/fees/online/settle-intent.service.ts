import { and, asc, eq, lte } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { bookTopUp } from '#server/features/pos/money/online-top-up.service.ts'
import type { School } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type IntentFault, type IntentState, nextAskAt } from '#shared/fees/online/gateway.rules.ts'
import { type Currency, minor, type Minor } from '#shared/kernel/money.ts'
import { businessDay, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { unattendedFeeActor } from '../ledger/fee-actor.ts'
import { lockPayer } from '../payments/lock-payer.service.ts'
import { recordPayment } from '../payments/record-payment.service.ts'
import { adapters } from './adapters/adapters.ts'
import type { GatewayAccount, GatewayStatus } from './adapters/gateway.types.ts'
import { gatewayRow, openAccount } from './gateway-setup.service.ts'
import { findIntent, type IntentRow, updateIntent } from './intent-row.service.ts'
import { isExpired } from './living-intents.service.ts'
import { feeIntents } from './online.table.ts'

/** What differs between what was asked and what the gateway says; undefined when nothing does. */
export function intentFault(
  { id, amount, currency }: { readonly id: string; readonly amount: Minor; readonly currency: Currency },
  status: GatewayStatus,
  { merchant, isLive }: Pick<GatewayAccount, 'merchant' | 'isLive'>,
): IntentFault | undefined {
  if (status.reference !== id) return 'reference'
  if (status.currency !== currency) return 'currency'
  if (status.amount !== amount) return 'amount'
  // Money of a test system is that of no account of the school.
  if (status.isLive !== undefined && status.isLive !== isLive) return 'merchant'
  return status.merchant !== null && merchant !== '' && status.merchant !== merchant ? 'merchant' : undefined
}

/** A school and the server, without any caller. */
export interface UnattendedCtx {
  readonly deps: Deps
  readonly school: School
}

/**
 * Asks the gateway for a payment, and books it once when it is paid: also when its link was replaced or is over, since the money is
 * there. The call goes out of any transaction. @returns the state; undefined when the school has no such intent
 */
export async function settleIntent(ctx: UnattendedCtx, intentId: string): Promise<IntentState | undefined> {
  const { deps, school } = ctx
  const { schoolId } = school
  const before = await deps.db.tenant(schoolId, async (tx) => {
    const intent = await findIntent(tx, schoolId, intentId)
    return intent && { intent, gateway: await gatewayRow(tx, schoolId, intent.gateway) }
  })
  if (!before) return undefined
  const { intent, gateway } = before
  if (intent.state === 'paid' || intent.state === 'mismatch') return intent.state
  const account = await openAccount(deps, gateway)
  const { gatewayRef } = intent
  const status =
    account && deps.gateways && gatewayRef !== null
      ? await adapters[intent.gateway].fetchStatus(gatewayRef, account, deps.gateways.call)
      : undefined
  return deps.db.tenant(schoolId, async (tx) => {
    // The payer first, as wherever a link is made or ended: two of them never wait for each other.
    if (intent.customerId === null) await lockPayer(tx, schoolId, intent.payerId)
    const now = await findIntent(tx, schoolId, intentId, true)
    if (!now) return undefined
    if (now.state === 'paid' || now.state === 'mismatch') return now.state
    if (!status || !account || 'failed' in status) return askLater(tx, ctx, now)
    return take(tx, ctx, now, { status, account })
  })
}

async function take(
  tx: Tx,
  ctx: UnattendedCtx,
  intent: IntentRow,
  { status, account }: { status: GatewayStatus; account: GatewayAccount },
): Promise<IntentState> {
  if (status.state === 'open') return askLater(tx, ctx, intent)
  const over = { nextAskAt: null, transaction: status.transaction.slice(0, 100) || null }
  if (status.state === 'failed') {
    const state = intent.state === 'replaced' ? 'replaced' : 'failed'
    await updateIntent(tx, intent, { ...over, state })
    return state
  }
  const fault = intentFault(intent, status, account)
  if (fault) {
    await updateIntent(tx, intent, { ...over, state: 'mismatch', fault })
    const facts = { kind: intent.gateway, why: fault }
    await recordAuditEvent(tx, ctx, 'fee-online-mismatch', { about: null, by: null, facts })
    return 'mismatch'
  }
  await book(tx, ctx, intent, status)
  const paidAt = status.paidAt ?? toInstant(ctx.deps.clock.nowMs())
  await updateIntent(tx, intent, { ...over, state: 'paid', paidAt })
  return 'paid'
}

/** The time of the payment is the bank's; a clock ahead of ours counts as today. */
async function book(tx: Tx, ctx: UnattendedCtx, intent: IntentRow, status: GatewayStatus): Promise<void> {
  const { customerId } = intent
  if (customerId !== null) return bookTopUp(tx, ctx, { id: intent.id, customerId, amount: minor(intent.amount) })
  const actor = unattendedFeeActor(ctx.deps, ctx.school)
  const paidOn = status.paidAt === null ? actor.today : businessDay(fromInstant(status.paidAt), ctx.school.timeZone, 0)
  await recordPayment(tx, actor, {
    opId: intent.id,
    method: 'online',
    amount: minor(intent.amount),
    payerId: intent.payerId,
    receivedOn: paidOn > actor.today ? actor.today : paidOn,
    reference: status.transaction.slice(0, 80),
    wished: intent.items,
  })
}

async function askLater(tx: Tx, { deps }: UnattendedCtx, intent: IntentRow): Promise<IntentState> {
  const nowMs = deps.clock.nowMs()
  const next = nextAskAt(fromInstant(intent.createdAt), nowMs)
  const isOver = isExpired(intent, nowMs) && (intent.state === 'open' || intent.state === 'new')
  const state = isOver ? 'expired' : intent.state
  await updateIntent(tx, intent, { state, nextAskAt: next === null ? null : toInstant(next) })
  return state
}

/** Asks for every payment of a school whose time has come; none of them stops the others. */
export async function sweepIntents(ctx: UnattendedCtx, isStopping = () => false): Promise<number> {
  const { deps, school } = ctx
  const { schoolId } = school
  const nowMs = deps.clock.nowMs()
  const due = await deps.db.tenant(schoolId, (tx) =>
    tx
      .select({ id: feeIntents.id })
      .from(feeIntents)
      .where(and(eq(feeIntents.schoolId, schoolId), lte(feeIntents.nextAskAt, toInstant(nowMs))))
      .orderBy(asc(feeIntents.nextAskAt))
      .limit(100),
  )
  let booked = 0
  for (const { id } of due) {
    if (isStopping()) break
    try {
      if ((await settleIntent(ctx, id)) === 'paid') booked += 1
    } catch (error) {
      deps.log.error(describeFailure(error), 'an online payment can not be booked now')
    }
  }
  return booked
}
