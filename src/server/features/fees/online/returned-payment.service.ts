import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { onlineReturn } from '#shared/fees/online/online-payment.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { findPayment, requirePayment } from '../payments/payment-read.service.ts'
import { requireDocument } from '../documents/document-read.service.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { findIntent } from './intent-row.service.ts'

type Returned = Omit<z.input<typeof onlineReturn.reply>, 'state'>

/** Returns the amount of an online payment and, when it is booked, its receipt; no names. @throws AppError request.not-found */
export async function returnedPayment(tx: Tx, schoolId: string, intentId: string): Promise<Returned> {
  const intent = await findIntent(tx, schoolId, intentId)
  if (!intent) throw new AppError('request.not-found', { field: 'intentId' })
  const payment = await findPayment(tx, schoolId, intentId)
  const { amount, currency } = payment ?? intent
  if (!payment) return { amount, currency, receipt: null }
  const { number } = await requireDocument(tx, schoolId, payment.documentId)
  const [state] = await paymentStates(tx, schoolId, { paymentIds: [intentId] })
  return { amount, currency, receipt: { number, paidOn: payment.receivedOn, credit: state?.free ?? payment.unmet } }
}

/** Returns the id of the receipt of a payment that was made online. @throws AppError request.not-found */
export async function receiptOfIntent(tx: Tx, schoolId: string, intentId: string): Promise<string> {
  if (!(await findIntent(tx, schoolId, intentId))) throw new AppError('request.not-found', { field: 'intentId' })
  return (await requirePayment(tx, schoolId, intentId)).documentId
}
