import type { EnquiryFilter } from '#shared/admissions/enquiries/enquiry-list.contract.ts'
import { type EnquiryQueue, enquiryQueues, enquiryStatuses } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { UserId } from '#shared/kernel/fields.ts'

export const sorts = ['clock', 'newest', 'next'] as const
type Sort = (typeof sorts)[number]

/** What the address of the list says. */
export interface EnquiriesSearch {
  view?: 'funnel'
  status?: EnquiryFilter['status']
  queue?: EnquiryQueue
  owner?: string
  year?: number
  grade?: string
  source?: string
  text?: string
  sort?: Sort
  /** The enquiry that is open. */
  open?: string
}

/** The address as it comes; only the screen reads it. */
export type EnquiriesAddress = Partial<Record<keyof EnquiriesSearch, unknown>>

const statuses = [...enquiryStatuses, 'open', 'all'] as const

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined

/** What the address says; anything else in it is left out. */
export function readEnquiriesSearch(address: EnquiriesAddress): EnquiriesSearch {
  const status = statuses.find((each) => each === address.status)
  const queue = enquiryQueues.find((each) => each === address.queue)
  const sort = sorts.find((each) => each === address.sort)
  const owner = address.owner === 'none' ? 'none' : UserId.safeParse(address.owner).data
  const year = Number(address.year)
  const [grade, source, text, open] = [address.grade, address.source, address.text, address.open].map(textOf)
  return {
    ...(address.view === 'funnel' && { view: 'funnel' as const }),
    ...(status && { status }),
    ...(queue && { queue }),
    ...(owner && { owner }),
    ...(Number.isInteger(year) && year > 1900 && year < 2200 && { year }),
    ...(grade && { grade }),
    ...(source && { source }),
    ...(text && { text: text.slice(0, 100) }),
    ...(sort && { sort }),
    ...(open && { open }),
  }
}

/** What the server is asked for. */
export function filterOf({ status = 'open', queue, owner, year, grade, source, text }: EnquiriesSearch): EnquiryFilter {
  return {
    status,
    ...(queue && { queue }),
    ...(owner && { owner: owner === 'none' ? 'none' : UserId.parse(owner) }),
    ...(year && { entryYear: year }),
    ...(grade && { grade }),
    ...(source && { source }),
    ...(text && { text }),
  }
}
