import type { z } from 'zod'
import { bookTopUp } from '#server/features/pos/money/online-top-up.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { bookFeeMismatch, feeMismatch } from '#shared/fees/online/online-payment.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { lockPayer } from '../payments/lock-payer.service.ts'
import { recordPayment } from '../payments/record-payment.service.ts'
import { adapters } from './adapters/adapters.ts'
import type { GatewayStatus } from './adapters/gateway.types.ts'
import { gatewayRow, openAccount } from './gateway-setup.service.ts'
import { findIntent, type IntentRow, updateIntent } from './intent-row.service.ts'

type Asked = z.output<typeof bookFeeMismatch.body>

/** Asks the gateway what has come of such a payment. @throws AppError as the contract says */
export async function readMismatch(ctx: SessionCtx, intentId: string): Promise<z.input<typeof feeMismatch.reply>> {
  const intent = await ctx.tenant((tx) => requireMismatch(tx, ctx.school.schoolId, intentId))
  const { state, amount, currency } = await askAgain(ctx, intent)
  return { isPaid: state === 'paid', amount, currency }
}

/** Books money that came otherwise than it was asked, as credit of the payer; of a top-up on the pupil's account. @throws AppError as the contract says */
export async function bookMismatch(ctx: SessionCtx, { intentId, amount }: Asked): Promise<void> {
  const { schoolId, currency } = ctx.school
  const intent = await ctx.tenant((tx) => requireMismatch(tx, schoolId, intentId))
  if (intent.state === 'paid') return
  const status = await askAgain(ctx, intent)
  const isOther = status.currency === currency && status.amount !== amount
  if (status.state !== 'paid' || isOther) throw new AppError('request.invalid', { field: 'amount' })
  await ctx.tenant(async (tx) => {
    if (intent.customerId === null) await lockPayer(tx, schoolId, intent.payerId)
    const now = await requireMismatch(tx, schoolId, intentId, true)
    if (now.state === 'paid') return
    const by = feeActor(ctx)
    const paid = { state: 'paid', amount, currency, paidAt: status.paidAt ?? toInstant(by.nowMs) } as const
    if (now.customerId !== null) {
      await updateIntent(tx, now, paid)
      return bookTopUp(tx, ctx, { id: now.id, customerId: now.customerId, amount })
    }
    const payment = { opId: intentId, method: 'online', amount, payerId: now.payerId, receivedOn: by.today } as const
    await recordPayment(tx, by, { ...payment, reference: status.transaction.slice(0, 80), isCredit: true })
    await updateIntent(tx, now, paid)
  })
}

/** @throws AppError request.not-found, request.invalid (money that was not booked for another reason, or has not come) */
async function requireMismatch(tx: Tx, schoolId: string, intentId: string, lock = false): Promise<IntentRow> {
  const intent = await findIntent(tx, schoolId, intentId, lock)
  if (!intent) throw new AppError('request.not-found', { field: 'intentId' })
  const isBooked = intent.state === 'paid' && intent.fault !== null
  if (intent.state !== 'mismatch' && !isBooked) throw new AppError('request.invalid', { field: 'intentId' })
  return intent
}

async function askAgain(
  { deps, school, tenant }: SessionCtx,
  { gateway, gatewayRef }: IntentRow,
): Promise<GatewayStatus> {
  const account = await openAccount(deps, await tenant((tx) => gatewayRow(tx, school.schoolId, gateway)))
  if (!account || !deps.gateways || gatewayRef === null) throw new AppError('fees.gateway-failed')
  const status = await adapters[gateway].fetchStatus(gatewayRef, account, deps.gateways.call)
  if ('failed' in status) throw new AppError('fees.gateway-failed')
  return status
}
