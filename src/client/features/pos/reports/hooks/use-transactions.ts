import { useCallback, useEffect } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import { listTransactions } from '../pos-report.api.ts'

/**
 * The report page by page. Asked again when the network is back and whenever `arrived` changes: what has left the device should
 * be in the list.
 */
export function useTransactions(day: string | undefined, till: string | undefined, arrived: number) {
  const read = useCallback(
    async (before?: string) => {
      const filter = { ...(day ? { day } : {}), ...(till ? { till } : {}) }
      const { transactions, next } = await listTransactions(filter, before)
      return { rows: transactions, next }
    },
    [day, till],
  )
  const list = usePages(read, arrived)
  const { again } = list
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  return list
}
