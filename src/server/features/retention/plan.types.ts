import type { SQL } from 'drizzle-orm'
import type { ErasedKind } from '#shared/retention/retention.rules.ts'

/** Part of an erasure in one table: which rows `t` go, or, with `set`, what they lose. */
export interface ErasureLine {
  table: string
  /** Kind it is counted as; null for rows that only go along. */
  kind: ErasedKind | null
  where: SQL
  set?: SQL
}
