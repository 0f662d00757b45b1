import { useCallback } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import { readTimeline } from '../file.api.ts'

/** What happened with a student, the newest first; older entries come page by page. */
export function useTimeline(studentId: string, only?: 'messages') {
  const read = useCallback(
    async (after?: string) => {
      const { entries, next } = await readTimeline(studentId, only, after)
      return { rows: entries, next }
    },
    [studentId, only],
  )
  const { rows, ...list } = usePages(read)
  return { ...list, entries: rows }
}
