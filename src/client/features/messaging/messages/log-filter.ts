import { LogFilter } from '#shared/messaging/message-log.contract.ts'
import type { MessagesSearch } from './messages-search.ts'

/** What of the address the server understands: a part that it would refuse is left out, and the rest still asked for. */
export function logFilterOf({ what, state, from, to }: MessagesSearch, text: string): LogFilter {
  return Object.fromEntries(
    Object.entries({ what, state, from, to, text: text === '' ? undefined : text }).flatMap(([name, value]) => {
      const read = LogFilter.safeParse({ [name]: value })
      return read.success && value !== undefined ? Object.entries(read.data) : []
    }),
  )
}
