import { useCallback, useState } from 'react'
import type { MessageId } from '#shared/kernel/errors.ts'
import { messageIdOf } from './refused.ts'
import { useAnswer } from './use-answer.ts'

interface Page {
  rows: readonly unknown[]
  /** Where the following page begins; null after the last. */
  next: string | null
}

interface Older<P extends Page> {
  /** The first page that these follow; a newer one begins anew. */
  first: P | undefined
  rows: readonly P['rows'][number][]
  next: string | null
  isLoading: boolean
  failure?: MessageId | undefined
}

/**
 * One list out of several, page by page. `latest` is the last answer, whichever list it was about; rows of another list are never
 * shown as if they were of this one.
 *
 * @param read stays the same function from one drawing to the next
 */
export function usePages<K, P extends Page>(list: K, read: (list: K, after?: string) => Promise<P>) {
  const question = useCallback(async () => ({ list, page: await read(list) }), [list, read])
  const { answer, failure, again } = useAnswer(question)
  const page = answer?.list === list ? answer.page : undefined
  const [kept, setOlder] = useState<Older<P>>({ first: undefined, rows: [], next: null, isLoading: false })
  const older: Older<P> =
    kept.first !== undefined && kept.first === page
      ? kept
      : { first: page, rows: [], next: page?.next ?? null, isLoading: false }
  const more = async () => {
    if (!older.next || older.isLoading) return
    setOlder({ ...older, isLoading: true, failure: undefined })
    try {
      const following = await read(list, older.next)
      setOlder({ ...older, rows: [...older.rows, ...following.rows], next: following.next, isLoading: false })
    } catch (error) {
      setOlder({ ...older, isLoading: false, failure: messageIdOf(error) })
    }
  }
  return {
    latest: answer?.page,
    page,
    rows: page && ([...page.rows, ...older.rows] as P['rows'][number][]),
    next: older.next,
    isLoading: older.isLoading,
    failure: failure ?? older.failure,
    retry: failure ? again : () => void more(),
    again,
    more,
  }
}
