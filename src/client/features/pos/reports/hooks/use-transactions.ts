import { useCallback, useEffect } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import type { TransactionFilter } from '#shared/pos/reports/transaction-filter.contract.ts'
import { listTransactions } from '../pos-report.api.ts'

/**
 * The report page by page. Asked again when the network is back and whenever `arrived` changes: what has left the device should
 * be in the list.
 */
export function useTransactions({ day, lastDay, till, paidWith, text }: TransactionFilter, arrived: number) {
  const read = useCallback(
    async (before?: string) => {
      const { transactions, next } = await listTransactions({ day, lastDay, till, paidWith, text }, before)
      return { rows: transactions, next }
    },
    [day, lastDay, till, paidWith, text],
  )
  const list = usePages(read, arrived)
  const { again } = list
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return list
}
