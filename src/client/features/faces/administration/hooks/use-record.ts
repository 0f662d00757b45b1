import { useCallback } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { listRecord } from '../face-desk.api.ts'

/** The record, newest first; older entries come page by page. */
export function useRecord(pupil: CustomerId | undefined) {
  const read = useCallback(
    async (after?: string) => {
      const { entries, next } = await listRecord(pupil, after)
      return { rows: entries, next }
    },
    [pupil],
  )
  const { rows, ...list } = usePages(read)
  return { ...list, entries: rows }
}
