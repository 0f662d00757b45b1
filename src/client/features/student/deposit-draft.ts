import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, type Minor, parseDecimalText } from '#shared/kernel/money.ts'

export const payMethods = ['transfer', 'card', 'cash', 'cheque'] as const
export type PayMethod = (typeof payMethods)[number]

/** Money that came for a deposit, as it is typed. */
export interface DepositDraft {
  amount: string
  method: PayMethod
  receipt: string
}

/** What is recorded, or which field is not right yet. */
export function depositOf(
  { amount, method, receipt }: DepositDraft,
  currency: Currency,
): { amount: Minor; method: PayMethod; receipt: string } | { wrong: 'amount' | 'receipt' } {
  const minor = parseDecimalText(latinDigits(amount).trim().replaceAll(',', '').replace('٫', '.'), currency)
  if (minor === undefined || minor <= 0) return { wrong: 'amount' }
  if (receipt.trim() === '') return { wrong: 'receipt' }
  return { amount: minor, method, receipt: receipt.trim() }
}
