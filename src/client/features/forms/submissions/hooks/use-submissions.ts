import { useCallback } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import type { FormPurpose } from '#shared/forms/form-definition.contract.ts'
import { listSubmissions } from '../submissions.api.ts'

/** The submissions, newest first; older ones come page by page. */
export function useSubmissions(purpose: FormPurpose | undefined) {
  const read = useCallback(
    async (after?: string) => {
      const { submissions, next } = await listSubmissions(purpose, after)
      return { rows: submissions, next }
    },
    [purpose],
  )
  return usePages(read)
}
