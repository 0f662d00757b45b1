// chunk: fees
import type { z } from 'zod'
import { receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import type { FeeAccount, FeeItem } from '#shared/fees/fee-account.contract.ts'
import type { FeePayment } from '#shared/fees/fee-payment.contract.ts'
import { type Currency, type Minor, minor, toDecimalText } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { readAmount } from '../setup/fee-amounts.ts'

/** Ways in which a desk takes money, in the order of the form. */
export const deskMethods = ['cash', 'card', 'cheque', 'transfer'] as const
export type DeskMethod = (typeof deskMethods)[number]

/** What stands on a cheque beside its number, as it is typed. */
export interface ChequeDraft {
  bank: string
  account: string
  datedOn: string
}

/** Money that is about to be taken, as it is typed. */
export interface PaymentDraft extends ChequeDraft {
  payerId: string
  method: DeskMethod
  amount: string
  receivedOn: string
  /** Number of the slip, the cheque or the transfer. */
  reference: string
  /** Ids of the items that the payer chose; none for the order of the rules. */
  chosen: readonly string[]
}

export type DraftProblem =
  | 'payer'
  | 'missing'
  | 'amount'
  | 'day'
  | 'reference'
  | 'bank'
  | 'account'
  | 'number'
  | 'dated'

/** Returns the draft of a payer: what is due now, else what is due next; the amount is empty where the account may be behind. */
export function draftOf(
  { payers, currency }: Pick<FeeAccount, 'payers' | 'currency'>,
  { today, isBehind = false, payerId = payers[0]?.payerId ?? '' }: { today: Day; isBehind?: boolean; payerId?: string },
): PaymentDraft {
  const payer = isBehind ? undefined : payers.find((each) => each.payerId === payerId)
  const asked = payer ? payer.dueNow || payer.next?.amount || 0 : 0
  const amount = asked > 0 ? toDecimalText(minor(asked), currency) : ''
  return {
    payerId,
    method: 'cash',
    amount,
    receivedOn: today,
    reference: '',
    chosen: [],
    bank: '',
    account: '',
    datedOn: '',
  }
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
  const typed = readAmount(text, currency)
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

/** Money of a draft that is recorded as a payment. */
export type DeskPayment = Omit<FeePayment, 'opId' | 'provisional' | 'method'> & { method: 'cash' | 'card' | 'transfer' }
/** Money of a draft that is promised by a cheque. */
export type DeskCheque = Omit<z.output<typeof receiveCheque.body>, 'chequeId'> & { method: 'cheque' }

const dayForm = /^\d{4}-\d\d-\d\d$/
const { bank: Bank, account: ChequeNumber } = receiveCheque.body.shape

/** Returns what is wrong with what stands on a cheque. */
function chequeProblem({ bank, account, reference, datedOn }: PaymentDraft): DraftProblem | undefined {
  if (!Bank.safeParse(bank).success) return 'bank'
  if (!ChequeNumber.safeParse(account).success) return 'account'
  if (!ChequeNumber.safeParse(reference).success) return 'number'
  return dayForm.test(datedOn) ? undefined : 'dated'
}

/** Returns what is taken, or which field is not right yet. `today` is the school's day. */
export function takenOf(
  draft: PaymentDraft,
  account: FeeAccount,
  today: Day,
): DeskPayment | DeskCheque | { wrong: DraftProblem } {
  const { currency, child, payers } = account
  const { method } = draft
  // Cash comes when it is taken: its field is not shown.
  const receivedOn = method === 'cash' ? today : draft.receivedOn
  const amount = amountOf(draft.amount, currency)
  const reference = draft.reference.trim()
  const payer = payers.find(({ payerId }) => payerId === draft.payerId)
  if (!payer) return { wrong: 'payer' }
  if (amount === undefined) return { wrong: draft.amount.trim() === '' ? 'missing' : 'amount' }
  if (!dayForm.test(receivedOn) || receivedOn > today) return { wrong: 'day' }
  const { payerId } = payer
  const wished = wishedOf(itemsToPay(account, payerId), draft.chosen, amount)
  const taken = { amount, payerId, studentId: child.studentId, receivedOn, wished }
  if (method === 'cheque') {
    const wrong = chequeProblem(draft)
    const { bank, account: drawnOn, datedOn } = draft
    return wrong ? { wrong } : { ...taken, method, bank, account: drawnOn, number: reference, datedOn }
  }
  if (method !== 'cash' && reference === '') return { wrong: 'reference' }
  return { ...taken, method, currency, reference }
}
