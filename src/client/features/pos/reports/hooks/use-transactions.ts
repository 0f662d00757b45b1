import { useCallback, useEffect, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Transaction } from '#shared/pos/pos-report.contract.ts'
import { listTransactions } from '../pos-report.api.ts'

interface Pages {
  /** Which question these pages answer; those of another one are not shown. */
  of: string
  /** Undefined until the first page has come. */
  rows: readonly Transaction[] | undefined
  next: string | null
  failure: MessageId | undefined
  isLoading: boolean
}

const nothing: Pages = { of: '', rows: undefined, next: null, failure: undefined, isLoading: true }

/**
 * The report page by page. Another filter starts afresh; an answer to an older question is dropped. Asked again when the
 * network is back and whenever `arrived` changes: what has left the device should be in the list.
 */
export function useTransactions(day: string | undefined, till: string | undefined, arrived: number) {
  const [kept, setPages] = useState(nothing)
  const [round, setRound] = useState(0)
  const of = `${day ?? ''} ${till ?? ''}`
  const load = useCallback(
    (before?: string) => listTransactions({ ...(day ? { day } : {}), ...(till ? { till } : {}) }, before),
    [day, till],
  )
  useEffect(() => {
    let isLatest = true
    const first = async (..._reasons: number[]) => {
      try {
        const { transactions, next } = await load()
        if (isLatest) setPages({ of, rows: transactions, next, failure: undefined, isLoading: false })
      } catch (error) {
        const failure = messageIdOf(error)
        if (isLatest) setPages((now) => ({ ...(now.of === of ? now : nothing), of, failure, isLoading: false }))
      }
    }
    void first(round, arrived)
    return () => {
      isLatest = false
    }
  }, [load, of, round, arrived])
  useEffect(() => {
    const again = () => setRound((n) => n + 1)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  const pages = kept.of === of ? kept : nothing
  const more = async () => {
    if (!pages.next || pages.isLoading) return
    setPages((now) => ({ ...now, isLoading: true }))
    try {
      const page = await load(pages.next)
      setPages((now) =>
        now.of === of
          ? {
              of,
              rows: [...(now.rows ?? []), ...page.transactions],
              next: page.next,
              failure: undefined,
              isLoading: false,
            }
          : now,
      )
    } catch (error) {
      setPages((now) => ({ ...now, failure: messageIdOf(error), isLoading: false }))
    }
  }
  return { ...pages, more, again: () => setRound((n) => n + 1) }
}
