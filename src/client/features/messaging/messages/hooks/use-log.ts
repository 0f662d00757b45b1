import { useCallback, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { LogEntry, LogFilter } from '#shared/messaging/message-log.contract.ts'
import { type LogPage, readLog } from '../message.api.ts'

interface Older {
  /** The first page that these follow; a newer one begins anew. */
  first: LogPage
  entries: readonly LogEntry[]
  next: string | null
}

/** The log as the filter asks for it, newest first; older entries come page by page. A failure leaves what is there. */
export function useLog(filter: LogFilter) {
  const asked = JSON.stringify(filter)
  const [older, setOlder] = useState<Older>()
  const [isLoading, setLoading] = useState(false)
  const [moreFailure, setMoreFailure] = useState<MessageId>()
  const question = useCallback(
    async () => ({ asked, page: await readLog({ filter: JSON.parse(asked) as LogFilter }) }),
    [asked],
  )
  const { answer, failure, again } = useAnswer(question)
  // What was asked before is not shown as if it were the answer to this.
  const first = answer?.asked === asked ? answer.page : undefined
  const following = older?.first === first ? older : undefined
  const next = following ? following.next : (first?.next ?? null)
  const more = async () => {
    if (!first || !next || isLoading) return
    setLoading(true)
    setMoreFailure(undefined)
    try {
      const page = await readLog({ filter, after: next })
      setOlder({ first, entries: [...(following?.entries ?? []), ...page.entries], next: page.next })
    } catch (error) {
      setMoreFailure(messageIdOf(error))
    }
    setLoading(false)
  }
  return {
    entries: first && [...first.entries, ...(following?.entries ?? [])],
    now: first?.now,
    next,
    failure: failure ?? moreFailure,
    isLoading: isLoading || (!first && !failure),
    again: failure ? again : moreFailure ? () => void more() : again,
    more,
  }
}
