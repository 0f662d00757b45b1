import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { tellPrograms } from '#server/features/programs/webhooks/tell-programs.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import { type Allocated, allocate, type Wish } from '#shared/fees/allocation.rules.ts'
import type { DocumentLine } from '#shared/fees/fee-document.contract.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import type { FeeAccount, Posting } from '#shared/fees/ledger.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { type Minor, minor, sum, zero } from '#shared/kernel/money.ts'
import { businessDay, type Day, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import { issueDocument } from '../documents/issue-document.service.ts'
import { feeChildren } from '../fee-student.service.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type OpenItem, openItems } from '../ledger/open-items.service.ts'
import { effectiveDay, postJournal } from '../ledger/post-journal.service.ts'
import { insertAllocations } from './allocation.service.ts'
import { feePayments } from './fee-payment.table.ts'
import { lockPayer } from './lock-payer.service.ts'

export type Payment = typeof feePayments.$inferSelect

/** Money that came, in minor units of the school's currency. */
export interface NewPayment {
  opId: string
  method: FeeMethod
  amount: Minor
  payerId: string
  studentId?: string | null
  /** Not later than today. */
  receivedOn: Day
  /** Of cash: when a desk took it, by the clock of its device; its day is then the day of that moment. */
  takenAt?: Instant | undefined
  reference?: string
  wished?: readonly Wish[]
  provisional?: string | null
  /** True for money that settles nothing by itself: all of it is credit. */
  isCredit?: boolean
}

/** Accounts on which money of each method lies until it is in the bank. */
export const accountOf: Readonly<Record<FeeMethod, FeeAccount>> = {
  cash: 'cash',
  card: 'card-clearing',
  cheque: 'cheques-held',
  transfer: 'bank',
  online: 'gateway-clearing',
}

/**
 * Records money: its journal, what it settles by the rules and its receipt, in one transaction and once for each operation. It is
 * not refused for what became of the items: money that settles nothing is credit of the payer.
 * @throws AppError request.not-found (payer or child), request.invalid (a day to come; the id came for something else)
 */
export async function recordPayment(
  tx: Tx,
  by: FeeActor,
  payment: NewPayment,
): Promise<{ payment: Payment; isNew: boolean }> {
  const { schoolId } = by
  await lockPayer(tx, schoolId, payment.payerId)
  // The moment is left out, as it was before it counted: what an older server has booked is known again.
  const { takenAt, ...asked } = payment
  const command = { schoolId, id: payment.opId, asked }
  return runOnce<typeof feePayments, { payment: Payment; isNew: boolean }>(tx, feePayments, command, {
    first: async (askedHash) => {
      const receivedOn = payment.method === 'cash' && takenAt ? dayTaken(by, takenAt) : payment.receivedOn
      return { payment: await record(tx, by, { ...asked, receivedOn }, askedHash), isNew: true }
    },
    again: (row) => ({ payment: row, isNew: false }),
  })
}

/** Returns the school's day of a moment; a fast clock of a device makes it no later than now. */
const dayTaken = ({ nowMs, timeZone }: FeeActor, takenAt: Instant): Day =>
  businessDay(Math.min(fromInstant(takenAt), nowMs), timeZone, 0)

async function record(tx: Tx, by: FeeActor, payment: NewPayment, askedHash: string): Promise<Payment> {
  const { schoolId, userId: byUser, nowMs, today } = by
  const { opId, method, amount, payerId, studentId = null, receivedOn, wished = [] } = payment
  await requirePlausible(tx, by, payment)
  const items = (await openItems(tx, schoolId, { payerId })).filter(({ open }) => open > 0)
  const { allocated, credit } = payment.isCredit ? { allocated: [], credit: amount } : allocate(amount, items, wished)
  const lines = receiptLines(items, allocated)
  const receipt = await issueDocument(tx, by, {
    id: uuidv7(nowMs, by.random),
    kind: 'receipt',
    payerId,
    studentId,
    lines,
    total: amount,
  })
  const effectiveOn = await effectiveDay(tx, { schoolId, happenedOn: receivedOn, today })
  const { reference = '', provisional = null } = payment
  const unmet = minor(wishedSum(wished) - sumOf(allocated.filter(({ reason }) => reason === 'chosen')))
  const row = { id: opId, method, amount, payerId, studentId, receivedOn, effectiveOn, reference, provisional, unmet }
  const recordedAt = toInstant(nowMs)
  const openAfter = minor(sumOpen(items) - sumOf(allocated))
  const booked = { currency: by.currency, openAfter, documentId: receipt.id, askedHash, byUser, recordedAt }
  const [stored] = await tx
    .insert(feePayments)
    .values({ schoolId, ...row, ...booked })
    .returning()
  if (!stored) throw new Error('the payment was not stored')
  await insertAllocations(tx, by, { source: 'payment', sourceId: opId, payerId }, allocated)
  const journal = { schoolId, opId, kind: 'payment', happenedOn: receivedOn, effectiveOn, today, recordedAt } as const
  const postings = paymentPostings(accountOf[method], items, { allocated, credit, payerId, studentId })
  await postJournal(tx, { ...journal, byUser, studentId, documentId: receipt.id, postings })
  await tellPrograms(tx, by, 'payment.received', { paymentId: opId, documentId: receipt.id })
  const facts = { method, state: unmet > 0 ? 'unmet' : 'allocated' }
  await recordAuditEvent(tx, by.audit, 'fee-payment-recorded', { about: studentId, by: byUser, facts })
  return stored
}

async function requirePlausible(tx: Tx, by: FeeActor, { receivedOn, studentId }: NewPayment): Promise<void> {
  if (receivedOn > by.today) throw new AppError('request.invalid', { field: 'receivedOn' })
  if (!studentId) return
  const found = await feeChildren(tx, by.schoolId, [studentId])
  if (!found.has(studentId)) throw new AppError('request.not-found', { field: 'studentId' })
}

const sumOf = (rows: readonly { amount: number }[]): number => sum(rows.map(({ amount }) => amount))
const wishedSum = sumOf
const sumOpen = (items: readonly OpenItem[]): number => sum(items.map(({ open }) => open))

/** Returns the postings of money: what settles items, and the payer's credit. */
export function paymentPostings(
  debit: FeeAccount,
  items: readonly OpenItem[],
  {
    allocated,
    credit,
    payerId,
    studentId,
  }: { allocated: readonly Allocated[]; credit: number; payerId: string; studentId: string | null },
): Posting[] {
  const settled = allocated.map(({ chargeId, amount }): Posting => {
    const item = items.find((each) => each.chargeId === chargeId)
    const of = { payerId, studentId: item?.studentId ?? null, component: item?.component ?? null }
    return { debit, credit: 'receivable', amount, ...of }
  })
  return [...settled, { debit, credit: 'family-credit', amount: credit, payerId, studentId }]
}

/** Returns the lines of a receipt: what it settled when it was issued. */
const receiptLines = (items: readonly OpenItem[], allocated: readonly Allocated[]): DocumentLine[] =>
  allocated.flatMap(({ chargeId, amount }) => {
    const item = items.find((each) => each.chargeId === chargeId)
    if (!item) return []
    const { studentId, component, name, year, part, dueOn, taxCode } = item
    const of = { chargeId, studentId, component, name, year, part, dueOn, taxCode }
    const paid = minor(amount)
    return [{ ...of, gross: paid, discounts: [], net: paid, tax: zero, total: paid }]
  })
