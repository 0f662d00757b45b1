import { PeopleFilter } from '#shared/identity/staff.contract.ts'

/** What the address of the page says about the list. */
export interface PeopleSearch {
  text?: string
  role?: string
  state?: string
}

/** The address as it comes. */
export type PeopleAddress = Partial<Record<keyof PeopleSearch, unknown>>

/** Read only by the screen: what a route does with its address is part of the first load. Anything else is left out. */
export function readPeopleSearch(search: PeopleAddress): PeopleSearch {
  const known = (['text', 'role', 'state'] as const).flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)] as const] : []
  })
  return Object.fromEntries(known)
}

/** What of it the server understands: a part that it would refuse is left out. */
export const peopleFilterOf = (search: PeopleSearch): PeopleFilter =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => {
      const read = PeopleFilter.safeParse({ [name]: value })
      return read.success ? Object.entries(read.data) : []
    }),
  )
