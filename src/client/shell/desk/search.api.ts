import { ask } from '#client/platform/http.ts'
import { search } from '#shared/contract/search.ts'

/** Given up as soon as more has been typed. */
export const searchFor = (text: string, signal: AbortSignal) => ask(search, { text }, { signal })
export type Found = Awaited<ReturnType<typeof searchFor>>
