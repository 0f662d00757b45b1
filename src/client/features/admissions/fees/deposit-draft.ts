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

/** Money as it is typed, in minor units; undefined where it is none. */
export function amountOf(text: string, currency: Currency): Minor | undefined {
  const minor = parseDecimalText(latinDigits(text).trim().replaceAll(',', '').replace('٫', '.'), currency)
  return minor === undefined || minor <= 0 ? undefined : minor
}

/** What is recorded, or which field is not right yet. */
export function depositOf(
  { amount, method, receipt }: DepositDraft,
  currency: Currency,
): { amount: Minor; method: PayMethod; receipt: string } | { wrong: 'amount' | 'receipt' } {
  const minor = amountOf(amount, currency)
  if (minor === undefined) return { wrong: 'amount' }
  if (receipt.trim() === '') return { wrong: 'receipt' }
  return { amount: minor, method, receipt: receipt.trim() }
}
