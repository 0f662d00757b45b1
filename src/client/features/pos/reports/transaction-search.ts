import { PaidWith, type TransactionFilter } from '#shared/pos/reports/transaction-filter.contract.ts'
import { readReportFilter } from './report-filter.ts'

/** The address as it comes: read only by the screen. What is searched for may be a name, and so is never in it. */
export type TransactionAddress = Partial<Record<keyof TransactionSearch, unknown>>

export type TransactionSearch = Omit<TransactionFilter, 'text'>

/** Returns what the address says; anything else in it is left out. */
export function readTransactionSearch({ paidWith, ...search }: TransactionAddress): TransactionSearch {
  const paid = PaidWith.safeParse(paidWith).data
  return { ...readReportFilter(search), ...(paid && { paidWith: paid }) }
}
