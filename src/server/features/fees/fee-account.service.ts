import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeAccount, FeeAccountPayer, FeeItem } from '#shared/fees/fee-account.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { negate, sum } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { documentRows, documentsOfChild } from './documents/document-read.service.ts'
import { findFeeStudent } from './fee-student.service.ts'
import { balance } from './ledger/balance.service.ts'
import type { FeeActor } from './ledger/fee-actor.ts'
import { type OpenItem, openItems } from './ledger/open-items.service.ts'
import { openReason } from './ledger/open-reason.rules.ts'
import { payersOfChild } from './payer-names.service.ts'
import { type PaymentState, paymentStates } from './payments/payment-credit.service.ts'
import { paymentsOf, receiptViews } from './payments/payment-read.service.ts'

/** Returns what a child's payers owe and have paid. @throws AppError request.not-found */
export async function readFeeAccount(tx: Tx, by: FeeActor, number: string): Promise<z.input<typeof FeeAccount>> {
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
