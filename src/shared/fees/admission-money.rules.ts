import type { FeeAccount, Posting } from './ledger.rules.ts'

/*
 * Postings of the money of admissions: application fees, seat deposits and cash of the desk. The migration of rows that were there
 * before the ledger has the same rules in SQL; a test holds the two together. Amounts in minor units.
 */

export type AdmissionMethod = 'cash' | 'card' | 'transfer' | 'cheque'

/** Cheques of admissions have no life of their own: they count as money in the bank. */
const accounts: Readonly<Record<AdmissionMethod, FeeAccount>> = {
  cash: 'cash',
  card: 'card-clearing',
  transfer: 'bank',
  cheque: 'bank',
}

const accountOf = (method: AdmissionMethod | null): FeeAccount => accounts[method ?? 'transfer']

/** Returns a line for an amount; one below zero takes another line back. */
const line = (debit: FeeAccount, credit: FeeAccount, amount: number): Posting[] => {
  if (amount === 0) return []
  return amount > 0 ? [{ debit, credit, amount }] : [{ debit: credit, credit: debit, amount: -amount }]
}

/** Movement of an application fee; negative where it reverses another. @param tax part of the amount that is tax, with its sign */
export function applicationFeePostings(
  kind: 'paid' | 'refund-due' | 'refund-paid',
  amount: number,
  method: AdmissionMethod | null,
  tax = 0,
): Posting[] {
  if (kind === 'paid')
    return [...line(accountOf(method), 'application-fees', amount - tax), ...line(accountOf(method), 'vat', tax)]
  if (kind === 'refund-due')
    return [...line('application-fees', 'refunds-payable', amount - tax), ...line('vat', 'refunds-payable', tax)]
  return line('refunds-payable', accountOf(method), amount)
}

/** Payment of a seat deposit. */
export const depositPostings = (amount: number, method: AdmissionMethod): Posting[] =>
  line(accountOf(method), 'seat-deposits', amount)

/** What is owed back of a deposit when its offer ends; the rest is kept and is the school's. */
export const depositOwedPostings = (owed: number, received: number): Posting[] => [
  ...line('seat-deposits', 'refunds-payable', owed),
  ...line('seat-deposits', 'revenue', received - owed),
]

/** Refund of a deposit that was paid. */
export const depositRefundPostings = (amount: number, method: AdmissionMethod | null): Posting[] =>
  line('refunds-payable', accountOf(method), amount)

/** Cash of the desk that pays for nothing yet. */
export const unplacedCashPostings = (amount: number): Posting[] => line('cash', 'unplaced-cash', amount)

/** Its end: given back, or placed, where the payment that it is placed for books it as cash again. */
export const unplacedCashEndPostings = (amount: number): Posting[] => line('unplaced-cash', 'cash', amount)

/** Cash of the desk for pupils' accounts, which are a debt of the school and no fees; negative was paid out. */
export const accountCashPostings = (amount: number): Posting[] => line('cash', 'pupil-accounts', amount)
