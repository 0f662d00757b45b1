// chunk: fees
import type { PendingFeeCash } from '#shared/fees/fee-cash.types.ts'
import type { FeeReceipt } from '#shared/fees/fee-payment.contract.ts'
import type { FeeMethod } from '#shared/fees/fee-values.contract.ts'
import { isPlanPart } from '#shared/fees/plans/charge-part.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { bothNames } from '../both-names.ts'

/** What stands on a receipt, whether the server or this device tells of it. */
export interface PaperLine {
  paymentId: string
  /** How often the server knows it to be printed. */
  prints: number
  /** The final number; null while it has none. */
  number: string | null
  provisional: string | null
  payer: Bilingual
  children: readonly Bilingual[]
  items: readonly { name: Bilingual; amount: number }[]
  credit: number
  amount: number
  currency: Currency
  method: FeeMethod
  reference: string
  /** When it was recorded. */
  at: string
  /** Day on which the money came; null for that of `at`. */
  receivedOn: Day | null
  cashier: Bilingual | null
  /** What the payer still owes after it; null while nobody knows. */
  openAfter: number | null
  /** A cheque that has not cleared. */
  isHeld: boolean
  verifyCode: string | null
}

/** Returns what stands on the paper of a receipt that the server has issued. */
export function paperOf(receipt: FeeReceipt): PaperLine {
  // An answer of an older server says only what it settles now.
  const { items, credit } = receipt.issued ?? {
    items: receipt.allocations.map(({ component, ...each }) => ({ ...each, name: component.name })),
    credit: receipt.credit,
  }
  const known = new Map(
    [...items.flatMap(({ child }) => child ?? []), ...(receipt.child ? [receipt.child] : [])].map((child) => [
      child.studentId,
      child,
    ]),
  )
  return {
    ...receipt,
    credit,
    payer: bothNames(receipt.payer),
    children: [...known.values()].map(bothNames),
    items: items.map(({ name, part, amount }) => ({
      name: isPlanPart(part) ? { en: `${name.en} (${part})`, ar: `${name.ar} (${part})` } : name,
      amount,
    })),
    at: receipt.recordedAt,
    cashier: receipt.by?.name ?? null,
    isHeld: receipt.state === 'held',
  }
}

/** Returns what stands on the provisional paper of cash that this device keeps. */
export const paperOfPending = ({ operation, paper, receipt }: PendingFeeCash): PaperLine => ({
  ...paper,
  number: receipt?.number ?? null,
  provisional: operation.provisional,
  items: [],
  credit: 0,
  amount: operation.amount,
  currency: operation.currency,
  method: 'cash',
  reference: operation.reference,
  at: operation.takenAt,
  receivedOn: null,
  paymentId: operation.opId,
  prints: 0,
  openAfter: null,
  isHeld: false,
  verifyCode: null,
})
