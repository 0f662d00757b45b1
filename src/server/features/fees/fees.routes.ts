import type { z } from 'zod'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { allocationTrail } from '#shared/fees/allocation-trail.contract.ts'
import { type FeeAccount, type FeeAccountPayer, type FeeItem, feeAccount } from '#shared/fees/fee-account.contract.ts'
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
import { negate, sum } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { issueCredit } from './documents/credit-note.service.ts'
import { documentRows, documentsOfChild, documentView, requireDocument } from './documents/document-read.service.ts'
import { findFeeStudent } from './fee-student.service.ts'
import { balance } from './ledger/balance.service.ts'
import { type FeeActor, feeActor } from './ledger/fee-actor.ts'
import { readLocks } from './ledger/list-locks.service.ts'
import { type OpenItem, openItems } from './ledger/open-items.service.ts'
import { openReason } from './ledger/open-reason.rules.ts'
import { lockFeePeriod } from './ledger/period-lock.service.ts'
import { payersOfChild } from './payer-names.service.ts'
import { type PaymentState, paymentStates } from './payments/payment-credit.service.ts'
import { findPayment, paymentsOf, receiptViews, unmetPayments } from './payments/payment-read.service.ts'
import { readTrail } from './payments/allocation-trail.service.ts'
import { reallocate } from './payments/reallocate.service.ts'
import { notePrints } from './payments/receipt-print.service.ts'
import { recordPayment } from './payments/record-payment.service.ts'
import type { Tx } from '#server/kernel/db.ts'

/** Returns what a child's payers owe and have paid. @throws AppError request.not-found */
async function readFeeAccount(tx: Tx, by: FeeActor, number: string): Promise<z.input<typeof FeeAccount>> {
  const { schoolId, currency, today } = by
  const child = await findFeeStudent(tx, schoolId, number)
  if (!child) throw new AppError('request.not-found', { field: 'number' })
  const { studentId } = child
  const items = await openItems(tx, schoolId, { studentId })
  const payers = await payersOfChild(
    tx,
    by,
    studentId,
    items.map(({ payerId }) => payerId),
  )
  const payerIds = payers.map(({ payerId }) => payerId)
  const states = await paymentStates(tx, schoolId, { payerIds })
  const deposit = await balance(tx, { schoolId, account: 'seat-deposits', studentId })
  const documents = await documentsOfChild(tx, schoolId, studentId)
  const latest = items.toSorted((a, b) => b.year - a.year)
  return {
    child,
    currency,
    today,
    payers: payers.map((payer) => ({ ...payer, ...sumsOf(payer.payerId, items, states, today) })),
    items: latest.map((item) => itemView(item, today)),
    documents: await documentRows(tx, schoolId, documents, items),
    payments: await receiptViews(tx, schoolId, await paymentsOf(tx, schoolId, { payerIds, studentId })),
    deposit: negate(deposit),
  }
}

type Sums = Pick<FeeAccountPayer, 'dueNow' | 'next' | 'open' | 'credit' | 'chequesHeld'>

function sumsOf(payerId: string, all: readonly OpenItem[], states: readonly PaymentState[], today: Day): Sums {
  const items = all.filter((item) => item.payerId === payerId && item.open > 0)
  const mine = states.filter((state) => state.payerId === payerId)
  const later = items.filter(({ dueOn }) => dueOn > today)
  const on = later[0]?.dueOn
  const open = (of: readonly OpenItem[]) => sum(of.map((item) => item.open))
  return {
    dueNow: open(items.filter(({ dueOn }) => dueOn <= today)),
    next: on === undefined ? null : { on, amount: open(later.filter(({ dueOn }) => dueOn === on)) },
    open: open(items),
    credit: sum(mine.filter(({ isHeld }) => !isHeld).map(({ free }) => free)),
    chequesHeld: sum(mine.filter(({ isHeld }) => isHeld).map(({ amount, returned }) => amount - returned)),
  }
}

function itemView(item: OpenItem, today: Day): z.input<typeof FeeItem> {
  const { chargeId, studentId, payerId, component: code, name, year, part, dueOn, discounts } = item
  const { gross: billed, tax, credited, writtenOff, paid, held, open, documentId, documentNumber } = item
  return {
    chargeId,
    studentId,
    payerId,
    component: { code, name },
    year,
    part,
    dueOn,
    billed,
    discounts,
    discount: sum(discounts.map(({ amount }) => amount)),
    tax,
    credited,
    writtenOff,
    paid,
    held,
    open,
    invoice: { documentId, number: documentNumber },
    why: openReason(item, today),
  }
}

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
