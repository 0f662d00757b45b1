import { useCallback } from 'react'
import { readWork } from '#client/features/students/record/file.api.ts'
import { usePages } from '#client/platform/use-pages.ts'
import type { WorkQueue } from '#shared/students/student-next.rules.ts'

/** One queue, page by page, with the counts of all of them: they stand while another queue is fetched. */
export function useWork(queue: WorkQueue) {
  const read = useCallback((after?: string) => readWork(queue, after), [queue])
  const { latest, page, ...list } = usePages(read)
  return { ...list, counts: latest?.counts, today: page?.today }
}
