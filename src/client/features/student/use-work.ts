import { useCallback, useState } from 'react'
import { messageIdOf, useAnswer } from '#client/platform/use-answer.ts'
import type { StudentWork, WorkRow } from '#shared/contract/student-work.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { WorkQueue } from '#shared/rules/student-next.rules.ts'
import { readWork } from './file.api.ts'

interface Older {
  /** The first page that these follow; a newer one begins anew. */
  first: StudentWork | undefined
  rows: readonly WorkRow[]
  next: string | null
  isLoading: boolean
  failure?: MessageId | undefined
}

/** One queue, page by page, with the counts of all of them. */
export function useWork(queue: WorkQueue) {
  const question = useCallback(async () => ({ queue, page: await readWork(queue) }), [queue])
  const { answer, failure, again } = useAnswer(question)
  // The rows of another queue are not shown as if they were of this one; its counts stand.
  const page = answer?.queue === queue ? answer.page : undefined
  const [kept, setOlder] = useState<Older>({ first: undefined, rows: [], next: null, isLoading: false })
  const older: Older =
    kept.first !== undefined && kept.first === page
      ? kept
      : { first: page, rows: [], next: page?.next ?? null, isLoading: false }
  const more = async () => {
    if (!older.next || older.isLoading) return
    setOlder({ ...older, isLoading: true, failure: undefined })
    try {
      const following = await readWork(queue, older.next)
      setOlder({ ...older, rows: [...older.rows, ...following.rows], next: following.next, isLoading: false })
    } catch (error) {
      setOlder({ ...older, isLoading: false, failure: messageIdOf(error) })
    }
  }
  return {
    counts: answer?.page.counts,
    today: page?.today,
    rows: page && [...page.rows, ...older.rows],
    next: older.next,
    isLoading: older.isLoading,
    failure: failure ?? older.failure,
    retry: failure ? again : () => void more(),
    again,
    more,
  }
}
