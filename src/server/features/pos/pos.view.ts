import { minor } from '#shared/kernel/money.ts'
import type { Transaction } from '#shared/pos/pos-report.contract.ts'
import type { TransactionRow } from './sales/transactions.ts'

const nobody = { en: '', ar: '' }

const cashLeaves = (kind: Transaction['kind']): boolean => kind === 'paid-out' || kind === 'drop'

/** Maps a row to the report. A void reverses its sale's total, so its amount is negative. */
export const transactionView = (row: TransactionRow): Transaction => ({
  id: row.id,
  kind: row.kind,
  receiptNo: row.receipt_no,
  at: row.at,
  receivedAt: row.received_at,
  businessDay: row.business_day,
  till: row.till ?? '',
  shiftNo: row.shift_no ?? 0,
  cashier: row.cashier ?? nobody,
  customer: row.customer,
  itemCount: row.item_count,
  // What leaves the drawer is negative, as a void is, so that the column can be summed.
  amount: minor(cashLeaves(row.kind) ? 0 - Number(row.amount) : Number(row.amount)),
  tenders: row.tenders.map(({ kind, amount }) => ({ kind, amount: minor(amount) })),
  voided: row.voided,
  sync: 'received',
  flags: row.flags,
  reasons: row.reasons,
})
