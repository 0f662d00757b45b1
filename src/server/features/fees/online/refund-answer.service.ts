import { and, eq, isNotNull, ne } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { gatewayAmount } from '#shared/fees/online/gateway-money.rules.ts'
import { requireClaim } from '../claims/claim-read.service.ts'
import { feeClaims, feeRefundAttempts } from '../claims/fee-claim.table.ts'
import { adapters } from './adapters/adapters.ts'
import type { GatewayFailure, GatewayRefund } from './adapters/gateway.types.ts'
import { gatewayRow, openAccount } from './gateway-setup.service.ts'
import { findIntent } from './intent-row.service.ts'
import type { UnattendedCtx } from './settle-intent.service.ts'

type Attempt = typeof feeRefundAttempts.$inferSelect

/** What a gateway has made of a refund; `unknown` while it has not said, or waits itself. */
export type RefundAnswer =
  | { state: 'refused'; why: string | null }
  | { state: 'refunded' | 'unknown'; refundRef: string | null }

const unknown: RefundAnswer = { state: 'unknown', refundRef: null }

/**
 * Asks a gateway for a refund, or what became of it where it may have been asked before. Nothing is asked for twice: a gateway's list
 * may be behind, and what it refuses the second time it may have done the first time.
 */
export async function answerOfGateway(
  { deps, school }: UnattendedCtx,
  attempt: Attempt,
  { isNew }: { isNew: boolean },
): Promise<RefundAnswer> {
  const { schoolId } = school
  const found = await deps.db.tenant(schoolId, (tx) => partsOf(tx, schoolId, attempt))
  const account = await openAccount(deps, found?.row)
  // What can't be asked for, and was not before, is not on its way: it is paid in another way.
  if (!found || !account || !deps.gateways || found.gatewayRef === null)
    return isNew ? { state: 'refused', why: null } : unknown
  const { claim, gateway, gatewayRef, currency, taken } = found
  const adapter = adapters[gateway]
  if (!isNew) {
    const listed = await adapter.listRefunds({ gatewayRef, currency }, account, deps.gateways.call)
    if ('failed' in listed) return unknown
    const known = listed.refunds.find((each) => isOfAttempt(each, { attempt, amount: claim.amount, taken }))
    if (!known) return unknown
    // One that failed and does not say whose it is may be another one.
    return known.state === 'failed' && !namesAttempt(known, attempt) ? unknown : said(known)
  }
  const asked = gatewayAmount(adapter.money, claim.amount, currency)
  if (!('text' in asked)) return { state: 'refused', why: null }
  const of = { gatewayRef, amountText: asked.text, currency, opId: attempt.id }
  return said(await adapter.refund(of, account, deps.gateways.call))
}

function said(answer: GatewayRefund | GatewayFailure): RefundAnswer {
  if ('failed' in answer) return answer.failed === 'refused' ? { state: 'refused', why: answer.why ?? null } : unknown
  const { refundRef, state } = answer
  if (state === 'failed') return { state: 'refused', why: null }
  return { state: state === 'pending' ? 'unknown' : 'refunded', refundRef }
}

const namesAttempt = ({ refundRef, reference }: GatewayRefund, attempt: Attempt): boolean =>
  refundRef === attempt.refundRef || reference === attempt.id

/** A refund under our id, or, where the gateway does not say whose it is, one of that amount that no other attempt has. */
function isOfAttempt(
  { refundRef, reference, amount: refunded }: GatewayRefund,
  { attempt, amount, taken }: { attempt: Attempt; amount: number; taken: readonly (string | null)[] },
): boolean {
  if (attempt.refundRef !== null) return refundRef === attempt.refundRef
  if (reference !== '') return reference === attempt.id
  return refunded === amount && !taken.includes(refundRef)
}

/** Returns the payment of an attempt at its gateway, and the refunds that other attempts have there. */
async function partsOf(tx: Tx, schoolId: string, { claimId, id }: Attempt) {
  const claim = await requireClaim(tx, schoolId, claimId)
  const { paymentId } = claim
  const intent = paymentId === null ? undefined : await findIntent(tx, schoolId, paymentId)
  if (!intent || paymentId === null) return undefined
  const { gateway, gatewayRef, currency } = intent
  const others = await tx
    .select({ refundRef: feeRefundAttempts.refundRef })
    .from(feeRefundAttempts)
    .innerJoin(
      feeClaims,
      and(eq(feeClaims.schoolId, feeRefundAttempts.schoolId), eq(feeClaims.id, feeRefundAttempts.claimId)),
    )
    .where(
      and(
        eq(feeRefundAttempts.schoolId, schoolId),
        eq(feeClaims.paymentId, paymentId),
        ne(feeRefundAttempts.id, id),
        isNotNull(feeRefundAttempts.refundRef),
      ),
    )
  const row = await gatewayRow(tx, schoolId, gateway)
  return { claim, gateway, gatewayRef, currency, row, taken: others.map(({ refundRef }) => refundRef) }
}
