/** What the address of the page says about the list. */
export interface PeopleSearch {
  text?: string
  role?: string
  state?: string
}

/** Anything else is left out. */
export function readPeopleSearch(search: Partial<Record<keyof PeopleSearch, unknown>>): PeopleSearch {
  const known = (['text', 'role', 'state'] as const).flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)] as const] : []
  })
  return Object.fromEntries(known)
}
