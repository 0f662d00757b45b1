import { useCallback, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { TimelineEntry } from '#shared/students/student-record.contract.ts'
import { readTimeline } from '../file.api.ts'

type Page = Awaited<ReturnType<typeof readTimeline>>

interface Older {
  /** The first page that these follow; a newer one begins anew. */
  first: Page | undefined
  entries: readonly TimelineEntry[]
  next: string | null
  isLoading: boolean
  failure?: MessageId | undefined
}

/** What happened with a student, the newest first; older entries come page by page. */
export function useTimeline(studentId: string, only?: 'messages') {
  const question = useCallback(() => readTimeline(studentId, only), [studentId, only])
  const { answer, failure, again } = useAnswer(question)
  const [kept, setOlder] = useState<Older>({ first: undefined, entries: [], next: null, isLoading: false })
  const older: Older =
    kept.first === answer ? kept : { first: answer, entries: [], next: answer?.next ?? null, isLoading: false }
  const more = async () => {
    if (!older.next || older.isLoading) return
    setOlder({ ...older, isLoading: true, failure: undefined })
    try {
      const page = await readTimeline(studentId, only, older.next)
      setOlder({ ...older, entries: [...older.entries, ...page.entries], next: page.next, isLoading: false })
    } catch (error) {
      setOlder({ ...older, isLoading: false, failure: messageIdOf(error) })
    }
  }
  return {
    entries: answer && [...answer.entries, ...older.entries],
    next: older.next,
    isLoading: older.isLoading,
    failure: failure ?? older.failure,
    again: failure ? again : () => void more(),
    more,
  }
}
