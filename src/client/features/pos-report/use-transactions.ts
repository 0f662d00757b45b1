import { useCallback, useEffect, useState } from 'react'
import type { Transaction } from '#shared/contract/pos-report.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { messageIdOf } from '#client/platform/use-answer.ts'
import { listTransactions } from './pos-report.api.ts'

interface Pages {
  /** Undefined until the first page has come. */
  rows: readonly Transaction[] | undefined
  next: string | null
  failure: MessageId | undefined
  isLoading: boolean
}

const nothing: Pages = { rows: undefined, next: null, failure: undefined, isLoading: true }

/** The report page by page. Another filter starts afresh; an answer to an older question is dropped. */
export function useTransactions(day: string | undefined, till: string | undefined) {
  const [pages, setPages] = useState(nothing)
  const [round, setRound] = useState(0)
  const load = useCallback(
    (before?: string) => listTransactions({ ...(day ? { day } : {}), ...(till ? { till } : {}) }, before),
    [day, till],
  )
  useEffect(() => {
    let isLatest = true
    const first = async (_round: number) => {
      try {
        const { transactions, next } = await load()
        if (isLatest) setPages({ rows: transactions, next, failure: undefined, isLoading: false })
      } catch (error) {
        if (isLatest) setPages({ rows: undefined, next: null, failure: messageIdOf(error), isLoading: false })
      }
    }
    void first(round)
    return () => {
      isLatest = false
      setPages(nothing)
    }
  }, [load, round])
  const more = async () => {
    if (!pages.next || pages.isLoading) return
    setPages((now) => ({ ...now, isLoading: true }))
    try {
      const page = await load(pages.next)
      setPages((now) => ({
        rows: [...(now.rows ?? []), ...page.transactions],
        next: page.next,
        failure: undefined,
        isLoading: false,
      }))
    } catch (error) {
      setPages((now) => ({ ...now, failure: messageIdOf(error), isLoading: false }))
    }
  }
  return { ...pages, more, again: () => setRound((n) => n + 1) }
}
