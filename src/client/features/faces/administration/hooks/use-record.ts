import { useCallback, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { FaceAuditEntry } from '#shared/faces/face-report.contract.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { listRecord } from '../face-desk.api.ts'

interface Older {
  /** The first page that these follow; a newer one begins anew. */
  first: Awaited<ReturnType<typeof listRecord>> | undefined
  entries: readonly FaceAuditEntry[]
  next: string | null
  isLoading: boolean
  failure: MessageId | undefined
}

const noneYet: Older = { first: undefined, entries: [], next: null, isLoading: false, failure: undefined }

/** The record, newest first; older entries come page by page. A failure leaves what is there. */
export function useRecord(pupil: CustomerId | undefined) {
  const [older, setOlder] = useState<Older>(noneYet)
  const { answer, failure, again } = useAnswer(useCallback(() => listRecord(pupil), [pupil]))
  const isOfThis = older.first === answer
  const entries = answer && [...answer.entries, ...(isOfThis ? older.entries : [])]
  const next = isOfThis ? older.next : (answer?.next ?? null)
  const more = async () => {
    if (!next || !answer || older.isLoading) return
    setOlder({ first: answer, entries: isOfThis ? older.entries : [], next, isLoading: true, failure: undefined })
    try {
      const page = await listRecord(pupil, next)
      setOlder((now) => ({ ...now, entries: [...now.entries, ...page.entries], next: page.next, isLoading: false }))
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
    next,
    failure: failure ?? older.failure,
    isLoading: (!answer && !failure) || older.isLoading,
    retry,
    more,
  }
}
