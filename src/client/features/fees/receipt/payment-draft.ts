// chunk: fees
import type { FeeAccount, FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeePayment } from '#shared/fees/fee-payment.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, type Minor, minor, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'

/** Ways in which a desk takes money, in the order of the form. */
export const deskMethods = ['cash', 'card', 'transfer'] as const satisfies readonly FeePayment['method'][]
export type DeskMethod = (typeof deskMethods)[number]

/** Money that is about to be taken, as it is typed. */
export interface PaymentDraft {
  payerId: string
  method: DeskMethod
  amount: string
  receivedOn: string
  reference: string
  /** Ids of the items that the payer chose; none for the order of the rules. */
  chosen: readonly string[]
}

export type DraftProblem = 'payer' | 'amount' | 'day' | 'reference'

/** Returns the draft of a payer: what is due now, else what is due next. */
export function draftOf({ payers, today, currency }: FeeAccount, payerId = payers[0]?.payerId ?? ''): PaymentDraft {
  const payer = payers.find((each) => each.payerId === payerId)
  const asked = payer ? payer.dueNow || payer.next?.amount || 0 : 0
  const amount = asked > 0 ? toDecimalText(minor(asked), currency) : ''
  return { payerId, method: 'cash', amount, receivedOn: today, reference: '', chosen: [] }
}

/** Returns the items that a payer of a child may choose. */
export const itemsToPay = ({ items }: Pick<FeeAccount, 'items'>, payerId: string): FeeItem[] =>
  items.filter((item) => item.payerId === payerId && item.open > 0)

/** Returns the draft with other items chosen; the amount follows what is open on them. */
export function withChosen(draft: PaymentDraft, account: FeeAccount, chosen: readonly string[]): PaymentDraft {
  const open = itemsToPay(account, draft.payerId).filter(({ chargeId }) => chosen.includes(chargeId))
  const sum = open.reduce((total, item) => total + item.open, 0)
  return { ...draft, chosen, amount: sum > 0 ? toDecimalText(minor(sum), account.currency) : draft.amount }
}

/** Returns money as it is typed, in minor units; undefined where it is none. */
export function amountOf(text: string, currency: Currency): Minor | undefined {
  const typed = parseDecimalText(latinDigits(text).trim().replaceAll(',', '').replace('٫', '.'), currency)
  return typed === undefined || typed <= 0 ? undefined : typed
}

/** Returns how money is placed on what was chosen, in the order of the account; no item gets more than is open on it. */
export function wishedOf(items: readonly FeeItem[], chosen: readonly string[], amount: number): FeePayment['wished'] {
  const wished: FeePayment['wished'] = []
  let left = amount
  for (const { chargeId, open } of items.filter((item) => chosen.includes(item.chargeId))) {
    const part = Math.min(left, open)
    if (part > 0) wished.push({ chargeId, amount: minor(part) })
    left -= part
  }
  return wished
}

/** Returns what is recorded, or which field is not right yet. */
export function paymentOf(
  draft: PaymentDraft,
  account: FeeAccount,
): Omit<FeePayment, 'opId' | 'provisional'> | { wrong: DraftProblem } {
  const { currency, today, child, payers } = account
  const amount = amountOf(draft.amount, currency)
  const reference = draft.reference.trim()
  const payer = payers.find(({ payerId }) => payerId === draft.payerId)
  if (!payer) return { wrong: 'payer' }
  if (amount === undefined) return { wrong: 'amount' }
  if (!/^\d{4}-\d\d-\d\d$/.test(draft.receivedOn) || draft.receivedOn > today) return { wrong: 'day' }
  if (draft.method !== 'cash' && reference === '') return { wrong: 'reference' }
  return {
    method: draft.method,
    amount,
    currency,
    payerId: payer.payerId,
    studentId: child.studentId,
    receivedOn: draft.receivedOn,
    reference,
    wished: wishedOf(itemsToPay(account, payer.payerId), draft.chosen, amount),
  }
}
