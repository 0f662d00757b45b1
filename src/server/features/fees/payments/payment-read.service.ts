import { and, desc, eq, gt, inArray, or } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import type { FeeAllocation, FeeChild } from '#shared/fees/fee-values.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { minor, subtract, sum, zero } from '#shared/kernel/money.ts'
import { feeDocuments } from '../documents/fee-document.table.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'
import { type OpenItem, openItems } from '../ledger/open-items.service.ts'
import { payerNames } from '../payer-names.service.ts'
import { standingAllocations } from './allocation.service.ts'
import { feePayments } from './fee-payment.table.ts'
import { paymentStates } from './payment-credit.service.ts'
import { printCounts } from './receipt-print.service.ts'

type Payment = typeof feePayments.$inferSelect
type View = z.input<typeof FeeReceipt>

/** Returns one payment by its id. */
export async function findPayment(tx: Tx, schoolId: string, id: string): Promise<Payment | undefined> {
  const [row] = await tx
    .select()
    .from(feePayments)
    .where(and(eq(feePayments.schoolId, schoolId), eq(feePayments.id, id)))
  return row
}

/** Returns one payment by its id. @throws AppError request.not-found */
export async function requirePayment(tx: Tx, schoolId: string, id: string): Promise<Payment> {
  const payment = await findPayment(tx, schoolId, id)
  if (!payment) throw new AppError('request.not-found', { field: 'paymentId' })
  return payment
}

/** Returns the latest payments of these payers and of this child, the latest first, 200 at most. */
export const paymentsOf = (
  tx: Tx,
  schoolId: string,
  { payerIds, studentId }: { payerIds: readonly string[]; studentId?: string },
): Promise<Payment[]> =>
  tx
    .select()
    .from(feePayments)
    .where(
      and(
        eq(feePayments.schoolId, schoolId),
        or(
          inArray(feePayments.payerId, [...payerIds]),
          studentId === undefined ? undefined : eq(feePayments.studentId, studentId),
        ),
      ),
    )
    .orderBy(desc(feePayments.recordedAt), desc(feePayments.id))
    .limit(200)

/** Most payments that wait for finance to look at them and are listed. */
const mostUnmet = 100

/** Returns the payments of which a part that was meant for something paid already is still credit, the latest first. */
export async function unmetPayments(tx: Tx, schoolId: string): Promise<Payment[]> {
  const rows = await tx
    .select()
    .from(feePayments)
    .where(and(eq(feePayments.schoolId, schoolId), gt(feePayments.unmet, zero)))
    .orderBy(desc(feePayments.recordedAt), desc(feePayments.id))
    .limit(mostUnmet)
  const states = await paymentStates(tx, schoolId, { paymentIds: rows.map(({ id }) => id) })
  const free = new Map(states.map((state) => [state.paymentId, state.free]))
  return rows.filter(({ id }) => (free.get(id) ?? 0) > 0)
}

/** Returns payments as receipts, with what each settles now. */
export async function receiptViews(tx: Tx, schoolId: string, payments: readonly Payment[]): Promise<View[]> {
  const sources = await sourcesOf(tx, schoolId, payments)
  const views: View[] = []
  for (const payment of payments) views.push(await receiptView(tx, payment, sources))
  return views
}

type Sources = Awaited<ReturnType<typeof sourcesOf>>

async function sourcesOf(tx: Tx, schoolId: string, payments: readonly Payment[]) {
  const payerIds = [...new Set(payments.map(({ payerId }) => payerId))]
  const items = new Map<string, OpenItem>()
  for (const payerId of payerIds)
    for (const item of await openItems(tx, schoolId, { payerId })) items.set(item.chargeId, item)
  const documentIds = payments.map(({ documentId }) => documentId)
  const documents =
    documentIds.length === 0
      ? []
      : await tx
          .select()
          .from(feeDocuments)
          .where(and(eq(feeDocuments.schoolId, schoolId), inArray(feeDocuments.id, documentIds)))
  const settled = documents.flatMap(({ lines }) => lines)
  const studentIds = [...items.values(), ...payments, ...settled].flatMap(({ studentId }) => studentId ?? [])
  return {
    items,
    prints: await printCounts(tx, schoolId, payments),
    documents: new Map(documents.map((row) => [row.id, row])),
    states: new Map(
      (await paymentStates(tx, schoolId, { paymentIds: payments.map(({ id }) => id) })).map((row) => [
        row.paymentId,
        row,
      ]),
    ),
    children: await feeChildren(tx, schoolId, studentIds),
    payers: await payerNames(tx, schoolId, payerIds),
    staff: await findPeople(
      tx,
      schoolId,
      payments.flatMap(({ byUser }) => byUser ?? []),
    ),
  }
}

async function receiptView(tx: Tx, payment: Payment, sources: Sources): Promise<View> {
  const { schoolId, id, payerId, studentId } = payment
  const receipt = sources.documents.get(payment.documentId)
  const state = sources.states.get(id)
  const payer = sources.payers(payerId)
  const standing = await standingAllocations(tx, schoolId, id)
  const childOf = (child: string) => sources.children.get(child) ?? goneChild(child)
  const allocations = standing.flatMap(({ row, left }): z.input<typeof FeeAllocation>[] => {
    const item = sources.items.get(row.chargeId)
    if (!item) return []
    const { component: code, name, year, part, dueOn } = item
    const of = { chargeId: row.chargeId, component: { code, name }, year, part, dueOn, reason: row.reason }
    return [{ id: row.id, ...of, child: childOf(item.studentId), amount: left }]
  })
  const owed = [...sources.items.values()].filter((item) => item.payerId === payerId)
  return {
    paymentId: id,
    documentId: payment.documentId,
    number: receipt?.number ?? '',
    verifyCode: receipt?.verifyCode ?? '',
    provisional: payment.provisional,
    payer,
    child: studentId === null ? null : childOf(studentId),
    method: payment.method,
    amount: payment.amount,
    currency: payment.currency,
    reference: payment.reference,
    receivedOn: payment.receivedOn,
    effectiveOn: payment.effectiveOn,
    isLate: payment.effectiveOn !== payment.receivedOn,
    recordedAt: payment.recordedAt,
    by: payment.byUser && colleague(payment.byUser, sources.staff),
    state: state?.isHeld ? 'held' : state && state.returned >= payment.amount ? 'returned' : 'final',
    allocations,
    credit: state?.free ?? zero,
    unmet: payment.unmet,
    openAfter: payment.openAfter ?? minor(sum(owed.map(({ open }) => open))),
    issued: receipt ? issuedOf(receipt, childOf) : null,
    prints: sources.prints.get(id) ?? 0,
  }
}

/** Returns what a receipt said when it was issued: its lines, and what of its total is in none of them. */
function issuedOf(
  { lines, total }: typeof feeDocuments.$inferSelect,
  childOf: (studentId: string) => z.input<typeof FeeChild>,
): View['issued'] {
  const items = lines.map(({ studentId, name, part, total: amount }) => ({
    child: studentId === null ? null : childOf(studentId),
    name,
    part,
    amount,
  }))
  return { items, credit: subtract(total, sum(items.map(({ amount }) => amount))) }
}
