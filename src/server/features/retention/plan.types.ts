import type { SQL } from 'drizzle-orm'
import type { ErasedKind } from '#shared/retention/retention.rules.ts'

/** One table's part of an erasure: which rows `t` go, or, with `set`, what they lose. */
export interface ErasureLine {
  table: string
  /** As what they are counted; null for what only goes along. */
  kind: ErasedKind | null
  where: SQL
  set?: SQL
}
