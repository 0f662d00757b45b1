// chunk: desk-parts
import { useCallback, useState } from 'react'
import type { MessageId } from '#shared/kernel/errors.ts'
import { messageIdOf } from './refused.ts'
import { useAnswer } from './use-answer.ts'

interface Page<Cursor> {
  rows: readonly unknown[]
  /** Where the following page begins; null after the last. */
  next: Cursor | null
}

interface Older<Cursor, P extends Page<Cursor>> {
  /** The first page that these follow; a newer one begins again. */
  first: P | undefined
  rows: readonly P['rows'][number][]
  next: Cursor | null
  isLoading: boolean
  failure?: MessageId | undefined
}

/**
 * One list, page by page: "load more". `latest` is the last first page, whichever list it was of; rows of another list are never
 * shown as if they were of this one, and a failure leaves what is there.
 *
 * @param read a list of its own for each function: it stays the same from one drawing to the next while the list does
 * @param round the list is read again, and shown until then, whenever this changes
 */
export function usePages<P extends Page<Cursor>, Cursor extends string | number = string>(
  read: (after?: Cursor) => Promise<P>,
  round?: unknown,
) {
  const question = useCallback(async (_round?: unknown) => ({ read, page: await read() }), [read])
  const inRound = useCallback(() => question(round), [question, round])
  const { answer, failure, again } = useAnswer(inRound)
  const page = answer?.read === read ? answer.page : undefined
  const [kept, setOlder] = useState<Older<Cursor, P>>({ first: undefined, rows: [], next: null, isLoading: false })
  const older: Older<Cursor, P> =
    kept.first !== undefined && kept.first === page
      ? kept
      : { first: page, rows: [], next: page?.next ?? null, isLoading: false }
  const more = async () => {
    if (older.next === null || older.isLoading) return
    setOlder({ ...older, isLoading: true, failure: undefined })
    try {
      const following = await read(older.next)
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
    /** The first page or a following one is on its way. */
    isLoading: (!page && !failure) || older.isLoading,
    failure: failure ?? older.failure,
    retry: failure ? again : () => void more(),
    again,
    more,
  }
}
