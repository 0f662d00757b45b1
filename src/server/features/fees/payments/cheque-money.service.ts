import type { Tx } from '#server/kernel/db.ts'
import type { Posting } from '#shared/fees/ledger.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import { type Day, toInstant } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { postJournal } from '../ledger/post-journal.service.ts'
import { releaseAllocations, standingAllocations } from './allocation.service.ts'
import { feePaymentClearings, feePaymentReturns } from './fee-payment.table.ts'
import { lockPayer } from './lock-payer.service.ts'
import { paymentStates } from './payment-credit.service.ts'
import { requirePayment } from './payment-read.service.ts'

interface OfPayment {
  /** Id of the operation. */
  opId: string
  paymentId: string
  on: Day
}

/**
 * Books a cheque that the bank has paid, in whole or in part: until then its money is held. What the bank did not pay is returned
 * with `returnPayment`. @throws AppError request.not-found, request.invalid (no cheque, cleared already, or more than it is about)
 */
export async function clearPayment(
  tx: Tx,
  by: FeeActor,
  { opId, paymentId, amount, on }: OfPayment & { amount: Minor },
): Promise<void> {
  const { schoolId, userId: byUser, today, nowMs } = by
  const payment = await requirePayment(tx, schoolId, paymentId)
  await lockPayer(tx, schoolId, payment.payerId)
  const [state] = await paymentStates(tx, schoolId, { paymentIds: [paymentId] })
  if (!state?.isHeld || amount > payment.amount) throw new AppError('request.invalid', { field: 'amount' })
  const recordedAt = toInstant(nowMs)
  await tx.insert(feePaymentClearings).values({ schoolId, paymentId, amount, clearedOn: on, at: recordedAt })
  const { payerId, studentId } = payment
  const journal = { schoolId, opId, kind: 'cheque', happenedOn: on, today, recordedAt, byUser, studentId } as const
  await postJournal(tx, {
    ...journal,
    postings: [{ debit: 'bank', credit: 'cheques-held', amount, payerId, studentId }],
  })
}

/**
 * Takes money of a payment back that did not come after all, or went away again: what it settled is open again with its old due
 * dates, the latest first, after what was credit of the payer. The whole of a payment may go also when a part of it was refunded:
 * the credit is then below zero. The receipt stays as it is.
 * @param from account on which the money lies: `cheques-held`, or `bank` once it had cleared
 * @throws AppError request.not-found, request.invalid (more than is left of the payment)
 */
export async function returnPayment(
  tx: Tx,
  by: FeeActor,
  {
    opId,
    paymentId,
    amount,
    on,
    from,
    kind = 'cheque',
  }: OfPayment & { amount: Minor; from: 'cheques-held' | 'bank' | 'gateway-clearing'; kind?: 'cheque' | 'payment' },
): Promise<void> {
  const { schoolId, userId: byUser, today, nowMs } = by
  const payment = await requirePayment(tx, schoolId, paymentId)
  const { payerId, studentId } = payment
  await lockPayer(tx, schoolId, payerId)
  const [state] = await paymentStates(tx, schoolId, { paymentIds: [paymentId] })
  const isWhole = amount === state?.amount
  if (!state || (!isWhole && amount > state.amount - state.returned))
    throw new AppError('request.invalid', { field: 'amount' })
  const standing = await standingAllocations(tx, schoolId, paymentId)
  const most = amount - Math.min(Math.max(state.free, 0), amount)
  const released = await releaseAllocations(tx, by, standing, isWhole ? {} : { most })
  // What was refunded before it bounced is owed by the family now.
  const fromCredit = amount - sum(released.map((each) => each.amount))
  const recordedAt = toInstant(nowMs)
  await tx.insert(feePaymentReturns).values({ schoolId, id: opId, paymentId, kind: 'bounced', amount, at: recordedAt })
  const items = await openItems(tx, schoolId, { chargeIds: released.map(({ chargeId }) => chargeId) })
  const reopened = released.map((each): Posting => {
    const item = items.find(({ chargeId }) => chargeId === each.chargeId)
    const of = { payerId, studentId: item?.studentId ?? null, component: item?.component ?? null }
    return { debit: 'receivable', credit: from, amount: each.amount, ...of }
  })
  const credit: Posting = { debit: 'family-credit', credit: from, amount: minor(fromCredit), payerId, studentId }
  const journal = { schoolId, opId, kind, happenedOn: on, today, recordedAt, byUser, studentId } as const
  await postJournal(tx, { ...journal, postings: [...reopened, credit] })
}
