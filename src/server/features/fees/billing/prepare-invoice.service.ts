import type { Tx } from '#server/kernel/db.ts'
import { type Allocated, allocate, type OpenCharge } from '#shared/fees/allocation.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { sum } from '#shared/kernel/money.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { depositsLeft } from '../payments/seat-deposit.service.ts'
import type { PlannedInvoice } from './planned-invoice.types.ts'

/** Invoices of one child, in the order in which they are issued. */
export interface PupilInvoices {
  studentId: string
  invoices: readonly PlannedInvoice[]
}

type Line = PlannedInvoice['lines'][number] & { chargeId: string }

/** Money that is there already, and less with each invoice: deposits by child, payments with credit by payer, the earliest first. */
interface Purse {
  deposits: Map<string, number>
  credits: ReadonlyMap<string, { paymentId: string; free: number }[]>
}

/** Invoice with what deposits and credit settle of it at once. */
export interface Prepared {
  studentId: string
  invoice: PlannedInvoice
  lines: readonly Line[]
  byDeposit: readonly Allocated[]
  byCredit: readonly { paymentId: string; allocated: readonly Allocated[] }[]
}

/** Reads the money that is there already. */
export async function readPurse(tx: Tx, schoolId: string, pupils: readonly PupilInvoices[]): Promise<Purse> {
  const invoices = pupils.flatMap((each) => each.invoices)
  const takers = pupils.filter((each) => each.invoices.some(({ takesDeposit }) => takesDeposit))
  const payerIds = [...new Set(invoices.map(({ payerId }) => payerId))]
  const states = (await paymentStates(tx, schoolId, { payerIds })).filter(({ free }) => free > 0)
  return {
    deposits: await depositsLeft(
      tx,
      schoolId,
      takers.map(({ studentId }) => studentId),
    ),
    credits: Map.groupBy(
      states.map(({ payerId, paymentId, free }) => ({ payerId, paymentId, free: Number(free) })),
      ({ payerId }) => payerId,
    ),
  }
}

/** Says what deposits and credit settle of an invoice, and takes it from the purse. */
export function prepare(
  { nowMs, random }: FeeActor,
  { deposits, credits }: Purse,
  { studentId, invoice }: { studentId: string; invoice: PlannedInvoice },
): Prepared {
  const lines = invoice.lines.map((line): Line => ({ ...line, chargeId: uuidv7(nowMs, random) }))
  const left = deposits.get(studentId) ?? 0
  const byDeposit = invoice.takesDeposit ? allocateDeposit(lines, left) : []
  deposits.set(studentId, left - sumOf(byDeposit))
  const byCredit = allocateCredit(credits.get(invoice.payerId) ?? [], lines, byDeposit)
  return { studentId, invoice, lines, byDeposit, byCredit }
}

export const sumOf = (allocated: readonly Allocated[]): number => sum(allocated.map(({ amount }) => amount))

const openOf = ({ chargeId, total, dueOn, priority }: Line): OpenCharge => ({
  chargeId,
  open: total,
  dueOn: dueOn ?? '',
  priority,
  bornOn: null,
})

/** A seat deposit settles the seat money and tuition, the first part first, and nothing else. */
function allocateDeposit(lines: readonly Line[], deposit: number): Allocated[] {
  const items = lines.filter((line) => line.takesDeposit).map(openOf)
  const { allocated } = allocate(Math.max(0, deposit), items)
  return allocated.map((each) => ({ ...each, reason: 'deposit' as const }))
}

/** Applies what the payer's payments have left, the earliest payment first. */
function allocateCredit(
  payments: { paymentId: string; free: number }[],
  lines: readonly Line[],
  taken: readonly Allocated[],
): Prepared['byCredit'] {
  const open = new Map(lines.map((line) => [line.chargeId, openOf(line)]))
  const take = ({ chargeId, amount }: Allocated) => {
    const item = open.get(chargeId)
    if (item) open.set(chargeId, { ...item, open: item.open - amount })
  }
  for (const each of taken) take(each)
  const found: { paymentId: string; allocated: Allocated[] }[] = []
  for (const payment of payments) {
    if (payment.free <= 0) continue
    const { allocated } = allocate(payment.free, [...open.values()])
    for (const each of allocated) take(each)
    payment.free -= sumOf(allocated)
    const { paymentId } = payment
    if (allocated.length > 0)
      found.push({ paymentId, allocated: allocated.map((each) => ({ ...each, reason: 'credit' as const })) })
  }
  return found
}
