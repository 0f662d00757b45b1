import { latinDigits } from '#shared/kernel/digits.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Currency, type Minor, negate, parseDecimalText } from '#shared/kernel/money.ts'
import type { AccountMove, AccountMovementKind } from '#shared/pos/account-money.contract.ts'

/** Money to be moved, as it is typed. */
export interface MoneyDraft {
  kind: AccountMovementKind
  amount: string
  /** Whether an adjustment takes from the account. */
  isTaken: boolean
  reference: string
  paidOn: string
  reason: string
  otherId: string
  method: 'cash' | 'bank'
}

export type WrongMoney = 'amount' | 'reference' | 'paidOn' | 'reason' | 'otherId'

export const emptyDraft = (today: string): MoneyDraft => ({
  kind: 'cash',
  amount: '',
  isTaken: false,
  reference: '',
  paidOn: today,
  reason: '',
  otherId: '',
  method: 'cash',
})

interface Known {
  customerId: CustomerId
  balance: Minor
  today: string
  currency: Currency
}

/** What the draft says, or where it says nothing that could be booked. A payout is of the whole balance. */
export function readMoney(draft: MoneyDraft, known: Known): { move?: AccountMove; wrong: WrongMoney[] } {
  const { kind } = draft
  const { customerId, balance, today, currency } = known
  const typed = parseDecimalText(latinDigits(draft.amount), currency)
  const amount = kind === 'payout' ? balance : typed
  const reference = draft.reference.trim()
  const reason = draft.reason.trim()
  const wrong: WrongMoney[] = []
  if (amount === undefined || amount <= 0 || (kind === 'transfer' && amount > balance)) wrong.push('amount')
  if (kind === 'bank' && reference === '') wrong.push('reference')
  if (kind === 'bank' && (draft.paidOn === '' || draft.paidOn > today)) wrong.push('paidOn')
  if (kind === 'adjust' && reason === '') wrong.push('reason')
  if (kind === 'transfer' && draft.otherId === '') wrong.push('otherId')
  if (amount === undefined || wrong.length > 0) return { wrong }
  const moves: Record<AccountMovementKind, () => AccountMove> = {
    cash: () => ({ kind: 'cash', customerId, amount }),
    bank: () => ({ kind: 'bank', customerId, amount, reference, paidOn: draft.paidOn }),
    adjust: () => ({ kind: 'adjust', customerId, amount: draft.isTaken ? negate(amount) : amount, reason }),
    transfer: () => ({ kind: 'transfer', customerId, amount, otherId: draft.otherId as CustomerId }),
    payout: () => ({ kind: 'payout', customerId, amount, method: draft.method, ...(reference && { reference }) }),
  }
  return { move: moves[kind](), wrong }
}
