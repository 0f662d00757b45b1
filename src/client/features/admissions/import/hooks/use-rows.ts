import { useCallback } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import type { ImportVerdict } from '#shared/admissions/import/student-import.contract.ts'
import { readRows } from '../student-import.api.ts'

/** The rows of a job, page by page; read again whenever `round` says that the job has gone on. */
export function useRows(id: string, verdict: ImportVerdict | undefined, round: string) {
  const read = useCallback((from = 0) => readRows(id, verdict, from), [id, verdict])
  return usePages<Awaited<ReturnType<typeof readRows>>, number>(read, round)
}
