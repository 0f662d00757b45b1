/** What the address of the page asks of the record: it can be sent to a colleague. */
export interface AuditSearch {
  group?: string
  by?: string
  /** Together they say about which record. */
  kind?: string
  id?: string
  /** Of a student. */
  reference?: string
  from?: string
  to?: string
}

/** The address as it comes. */
export type AuditAddress = Partial<Record<keyof AuditSearch, unknown>>

const names = ['group', 'by', 'kind', 'id', 'reference', 'from', 'to'] as const

/** Read only by the screen: what a route does with its address is part of the first load. Anything else is left out. */
export const readAuditSearch = (search: AuditAddress): AuditSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)] as const] : []
    }),
  )
