import { minor } from '#shared/kernel/money.ts'
import type { Transaction } from '#shared/pos/pos-report.contract.ts'
import type { TransactionRow } from './sales/transactions.ts'

const nobody = { en: '', ar: '' }

const cashLeaves = (kind: Transaction['kind']): boolean => kind === 'paid-out' || kind === 'drop'

const isCount = (kind: Transaction['kind']): boolean => kind === 'shift-open' || kind === 'shift-close'

/** Money that moved. What leaves the drawer is negative, as a void is, so that the column can be summed. */
function moved({ kind, amount }: TransactionRow): number {
  if (isCount(kind)) return 0
  return cashLeaves(kind) ? 0 - Number(amount) : Number(amount)
}

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
  amount: minor(moved(row)),
  drawer: isCount(row.kind) ? minor(Number(row.amount)) : null,
  tenders: row.tenders.map(({ kind, amount }) => ({ kind, amount: minor(amount) })),
  voided: row.voided,
  sync: 'received',
  flags: row.flags,
  reasons: row.reasons,
})
