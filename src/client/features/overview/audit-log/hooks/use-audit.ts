import { useCallback } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import type { AuditFilter } from '#shared/overview/audit.contract.ts'
import { searchRecord } from '../audit.api.ts'

/** The record as the filter asks for it, newest first; older entries come page by page. */
export function useAudit(filter: AuditFilter) {
  const asked = JSON.stringify(filter)
  const read = useCallback(
    async (after?: string) => {
      const { entries, ...page } = await searchRecord({
        filter: JSON.parse(asked) as AuditFilter,
        ...(after !== undefined && { after }),
      })
      return { ...page, rows: entries }
    },
    [asked],
  )
  const { latest, rows, ...list } = usePages(read)
  return { ...list, entries: rows, people: latest?.people ?? [] }
}
