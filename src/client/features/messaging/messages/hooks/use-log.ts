import { useCallback } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import type { LogFilter } from '#shared/messaging/message-log.contract.ts'
import { readLog } from '../message.api.ts'

/** The log as the filter asks for it, newest first; older entries come page by page. */
export function useLog(filter: LogFilter) {
  const asked = JSON.stringify(filter)
  const read = useCallback(
    async (after?: string) => {
      const { entries, ...page } = await readLog({
        filter: JSON.parse(asked) as LogFilter,
        ...(after !== undefined && { after }),
      })
      return { ...page, rows: entries }
    },
    [asked],
  )
  const { page, rows, ...list } = usePages(read)
  return { ...list, entries: rows, now: page?.now }
}
