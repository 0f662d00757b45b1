import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { allocationTrail } from '#shared/fees/allocation-trail.contract.ts'
import { feeAccount } from '#shared/fees/fee-account.contract.ts'
import { feeDocument, issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import {
  feeReceipt,
  feeReceipts,
  printFeeReceipt,
  reallocatePayment,
  recordFeePayment,
  unmetFeePayments,
} from '#shared/fees/fee-payment.contract.ts'
import { lockPeriod, periodLock } from '#shared/fees/fee-refund.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { issueCredit } from './documents/credit-note.service.ts'
import { documentView, requireDocument } from './documents/document-read.service.ts'
import { readFeeAccount } from './fee-account.service.ts'
import { feeActor } from './ledger/fee-actor.ts'
import { readLocks } from './ledger/list-locks.service.ts'
import { lockFeePeriod } from './ledger/period-lock.service.ts'
import { findPayment, receiptViews, unmetPayments } from './payments/payment-read.service.ts'
import { readTrail } from './payments/allocation-trail.service.ts'
import { reallocate } from './payments/reallocate.service.ts'
import { notePrints } from './payments/receipt-print.service.ts'
import { recordPayment } from './payments/record-payment.service.ts'
import type { Tx } from '#server/kernel/db.ts'

/** Returns one receipt. @throws AppError request.not-found */
async function receiptOf(tx: Tx, schoolId: string, paymentId: string) {
  const payment = await findPayment(tx, schoolId, paymentId)
  const [receipt] = payment ? await receiptViews(tx, schoolId, [payment]) : []
  if (!receipt) throw new AppError('request.not-found', { field: 'paymentId' })
  return { receipt }
}

export const feesRoutes: Feature = () => [
  route.session(feeAccount, async (ctx, { number }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => readFeeAccount(tx, feeActor(ctx), number))
  }),
  route.session(recordFeePayment, async (ctx, { currency, ...payment }) => {
    requirePermission(ctx.session, 'fees.receive')
    if (currency !== ctx.school.currency) throw new AppError('request.invalid', { field: 'currency' })
    return ctx.tenant(async (tx) => {
      await recordPayment(tx, feeActor(ctx), payment)
      return receiptOf(tx, ctx.school.schoolId, payment.opId)
    })
  }),
  route.session(feeReceipt, async (ctx, { paymentId }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => receiptOf(tx, ctx.school.schoolId, paymentId))
  }),
  route.session(unmetFeePayments, async (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => ({ receipts: await receiptViews(tx, schoolId, await unmetPayments(tx, schoolId)) }))
  }),
  route.session(feeReceipts, async (ctx, { number }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => ({ receipts: (await readFeeAccount(tx, feeActor(ctx), number)).payments }))
  }),
  route.session(printFeeReceipt, async (ctx, asked) => {
    // Anyone who may read a receipt may print it, and each print counts.
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => ({ copy: (await notePrints(tx, feeActor(ctx), asked)) - 1 }))
  }),
  route.session(reallocatePayment, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.bill')
    return ctx.tenant(async (tx) => {
      await reallocate(tx, feeActor(ctx), asked)
      return receiptOf(tx, ctx.school.schoolId, asked.paymentId)
    })
  }),
  route.session(allocationTrail, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => ({ steps: await readTrail(tx, ctx.school.schoolId, asked) }))
  }),
  route.session(feeDocument, async (ctx, { documentId }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => ({
      document: await documentView(tx, await requireDocument(tx, ctx.school.schoolId, documentId)),
    }))
  }),
  route.session(issueCreditNote, async (ctx, note) => {
    requirePermission(ctx.session, 'fees.bill')
    return ctx.tenant(async (tx) => ({ document: await documentView(tx, await issueCredit(tx, feeActor(ctx), note)) }))
  }),
  route.session(periodLock, async (ctx) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => readLocks(tx, feeActor(ctx)))
  }),
  route.session(lockPeriod, async (ctx, { until }) => {
    requirePermission(ctx.session, 'fees.export')
    return ctx.tenant((tx) => lockFeePeriod(tx, feeActor(ctx), until))
  }),
]
