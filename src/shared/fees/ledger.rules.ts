/** Accounts of a school's fee ledger. The school's own codes for them stand in its settings. */
export const feeAccounts = [
  'cash',
  'bank',
  'card-clearing',
  'gateway-clearing',
  'cheques-held',
  'receivable',
  'family-credit',
  'seat-deposits',
  'application-fees',
  'deferred-revenue',
  'revenue',
  'discount',
  'vat',
  'refunds-payable',
  'bad-debt',
  'cash-difference',
  'gateway-charges',
  'unplaced-cash',
  'opening',
  'pupil-accounts',
] as const
export type FeeAccount = (typeof feeAccounts)[number]

/** Events that are posted. */
export const journalKinds = [
  'invoice',
  'credit-note',
  'payment',
  'reallocation',
  'credit-applied',
  'deposit-applied',
  'refund-approved',
  'refund',
  'write-off',
  'earned',
  'cheque',
  'settlement',
  'cash-count',
  'transfer',
  'application-fee',
  'seat-deposit',
  'deposit-settlement',
  'desk-cash',
  'opening',
  'account-cash',
] as const
export type JournalKind = (typeof journalKinds)[number]

/** Line of a journal: debits one account and credits another by the same amount, so that a journal always sums to zero. */
export interface Posting {
  readonly debit: FeeAccount
  readonly credit: FeeAccount
  /** Minor units, above zero. */
  readonly amount: number
  readonly payerId?: string | null
  readonly studentId?: string | null
  /** Code of a fee component. */
  readonly component?: string | null
}

/** Returns the balance of an account in minor units: debits less credits. */
export const balanceOf = (postings: Iterable<Posting>, account: FeeAccount): number => {
  let balance = 0
  for (const { debit, credit, amount } of postings) {
    if (debit === account) balance += amount
    if (credit === account) balance -= amount
  }
  return balance
}

/** Returns the journal that undoes these postings: each line with its accounts exchanged. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ debit, credit, ...rest }) => ({ ...rest, debit: credit, credit: debit }))

/** Returns the account that the net amount of a charge goes to: discounts where it takes one back, else revenue, earned later or at once. */
export const chargeAccount = ({
  gross,
  isDeferred,
}: {
  readonly gross: number
  readonly isDeferred: boolean
}): 'discount' | 'deferred-revenue' | 'revenue' => {
  if (gross === 0) return 'discount'
  return isDeferred ? 'deferred-revenue' : 'revenue'
}
