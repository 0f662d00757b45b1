import { useCallback, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { AuditEntry, AuditFilter } from '#shared/overview/audit.contract.ts'
import { type RecordPage, searchRecord } from '../audit.api.ts'

interface Older {
  /** The first page that these follow; a newer one begins anew. */
  first: RecordPage | undefined
  entries: readonly AuditEntry[]
  next: string | null
  isLoading: boolean
  failure: MessageId | undefined
}

const noneYet: Older = { first: undefined, entries: [], next: null, isLoading: false, failure: undefined }

/** The record as the filter asks for it, newest first; older entries come page by page. A failure leaves what is there. */
export function useAudit(filter: AuditFilter) {
  const asked = JSON.stringify(filter)
  const [older, setOlder] = useState<Older>(noneYet)
  const first = useCallback(
    async () => ({ asked, page: await searchRecord({ filter: JSON.parse(asked) as AuditFilter }) }),
    [asked],
  )
  const { answer, failure, again } = useAnswer(first)
  // What was asked before is not shown as if it were the answer to this.
  const page = answer?.asked === asked ? answer.page : undefined
  const isOfThis = page !== undefined && older.first === page
  const entries = page && [...page.entries, ...(isOfThis ? older.entries : [])]
  const next = isOfThis ? older.next : (page?.next ?? null)
  const more = async () => {
    if (!next || !page || older.isLoading) return
    setOlder({ first: page, entries: isOfThis ? older.entries : [], next, isLoading: true, failure: undefined })
    try {
      const following = await searchRecord({ filter, after: next })
      setOlder((now) => ({
        ...now,
        entries: [...now.entries, ...following.entries],
        next: following.next,
        isLoading: false,
      }))
    } catch (error) {
      setOlder((now) => ({ ...now, isLoading: false, failure: messageIdOf(error) }))
    }
  }
  const retry = () => {
    if (older.failure && isOfThis) void more()
    else again()
  }
  return {
    entries,
    people: answer?.page.people ?? [],
    next,
    failure: failure ?? (isOfThis ? older.failure : undefined),
    isLoading: (!page && !failure) || older.isLoading,
    retry,
    more,
  }
}
