import type { PendingCash } from '#local/admissions/desk-work.types.ts'
import type { CashReceipt, CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import type { IncludedTax } from '#shared/fees/tax/fee-tax.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'

/** One receipt as it is listed and printed, whether this device or the server tells of it. */
export interface CashLine
  extends Pick<CashTaken, 'id' | 'paysFor' | 'amount' | 'currency' | 'takenAt' | 'provisional'> {
  /** The final number; null while it has none. */
  number: string | null
  state: 'waits' | 'booked' | 'open' | 'placed' | 'returned'
  cashier: Bilingual
  /** Of the child's file, as it is written. */
  reference: string
  tax: IncludedTax | null
  problem: MessageId | null
}

const stateOf = ({ fault, end }: CashReceipt): CashLine['state'] => end?.kind ?? (fault === null ? 'booked' : 'open')

export const lineOfReceipt = (receipt: CashReceipt, student: StudentRow): CashLine => ({
  ...receipt,
  state: stateOf(receipt),
  cashier: receipt.by.name,
  reference: formatReference(student.registration_id),
  problem: null,
})

export const lineOfPending = ({ operation, paper, receipt, problem }: PendingCash): CashLine => ({
  ...operation,
  number: receipt?.number ?? null,
  state: receipt ? stateOf(receipt) : 'waits',
  cashier: paper.cashier,
  reference: paper.reference,
  tax: receipt ? receipt.tax : (paper.tax ?? null),
  problem,
})
