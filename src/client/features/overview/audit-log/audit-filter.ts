import { AuditFilter } from '#shared/overview/audit.contract.ts'
import type { AuditSearch } from './audit-search.ts'

/** What of the address the server understands: a part that it would refuse is left out, and the rest still asked for. */
export function filterOf({ kind, id, ...search }: AuditSearch): AuditFilter {
  const asked = { ...search, ...(kind && id && { about: { kind, id } }) }
  return Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => {
      const read = AuditFilter.safeParse({ [name]: value })
      return read.success ? Object.entries(read.data) : []
    }),
  )
}
