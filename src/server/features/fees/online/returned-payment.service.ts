import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import { hashToken } from '#server/kernel/tokens.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { dayMs, fromInstant } from '#shared/kernel/time.ts'
import { findPayment, requirePayment } from '../payments/payment-read.service.ts'
import { requireDocument } from '../documents/document-read.service.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { findIntent, type IntentRow } from './intent-row.service.ts'

type Returned = Omit<z.input<typeof onlineReturn.reply>, 'state'>

/** A payment at its gateway and the token of the address to which its payer came back. */
interface ByToken {
  intentId: string
  token: string
  nowMs: number
}

/** How long the token of a return page opens what it shows, from the making of the link. */
const returnMs = 7 * dayMs

/** Returns whether a token opens what was paid. A gateway may have put its own words behind it. */
const isOpenedBy = ({ returnHash, createdAt }: IntentRow, { token, nowMs }: ByToken): boolean =>
  returnHash !== null &&
  returnHash === hashToken(/^[\w-]*/.exec(token)?.[0] ?? '') &&
  nowMs < fromInstant(createdAt) + returnMs

/**
 * Returns the amount of an online payment and, when it is booked, its receipt; no names, and nothing without the token.
 * @throws AppError request.not-found
 */
export async function returnedPayment(tx: Tx, schoolId: string, by: ByToken): Promise<Returned> {
  const { intentId } = by
  const intent = await findIntent(tx, schoolId, intentId)
  if (!intent) throw new AppError('request.not-found', { field: 'intentId' })
  if (!isOpenedBy(intent, by)) return { amount: null, currency: intent.currency, receipt: null }
  const payment = await findPayment(tx, schoolId, intentId)
  const { amount, currency } = payment ?? intent
  if (!payment) return { amount, currency, receipt: null }
  const { number } = await requireDocument(tx, schoolId, payment.documentId)
  const [state] = await paymentStates(tx, schoolId, { paymentIds: [intentId] })
  return { amount, currency, receipt: { number, paidOn: payment.receivedOn, credit: state?.free ?? payment.unmet } }
}

/** Returns the id of the receipt of a payment that was made online. @throws AppError request.not-found, also for another token */
export async function receiptOfIntent(tx: Tx, schoolId: string, by: ByToken): Promise<string> {
  const { intentId } = by
  const intent = await findIntent(tx, schoolId, intentId)
  if (!intent || !isOpenedBy(intent, by)) throw new AppError('request.not-found', { field: 'intentId' })
  return (await requirePayment(tx, schoolId, intentId)).documentId
}
