import { useCallback, useState } from 'react'
import { usePages } from '#client/platform/use-pages.ts'
import { fetchEnquiries } from '../enquiries.api.ts'
import { type EnquiriesSearch, filterOf } from '../enquiries-search.ts'

/** The enquiries that an address asks for, page by page. */
export function useEnquiries(search: EnquiriesSearch) {
  const filter = JSON.stringify(filterOf(search))
  const sort = search.sort ?? 'clock'
  const read = useCallback(
    (after?: string) => fetchEnquiries(JSON.parse(filter) as ReturnType<typeof filterOf>, sort, after),
    [filter, sort],
  )
  const [round, setRound] = useState(0)
  return { ...usePages(read, round), reload: () => setRound((no) => no + 1) }
}
