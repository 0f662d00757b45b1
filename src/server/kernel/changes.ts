import { and, asc, eq, gt, lte, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Position of a device in a table: version and id of the last row it has. */
export type ChangeCursor = readonly [version: number, id: string]

/** Query for the rows of a table that a device lacks. */
export interface ChangesQuery {
  schoolId: string
  /** Undefined for a device that has nothing yet. */
  after: ChangeCursor | undefined
  /** Highest version covered by this answer. */
  upTo: number
  limit: number
}

interface Versioned {
  schoolId: PgColumn
  version: PgColumn
  id: PgColumn
}

/** Returns the condition and order that page through a table by version: no row is skipped or repeated. */
export function changesIn(
  table: Versioned,
  { schoolId, after, upTo }: ChangesQuery,
): { where: SQL | undefined; order: SQL[] } {
  const beyond = after && or(gt(table.version, after[0]), and(eq(table.version, after[0]), gt(table.id, after[1])))
  return {
    where: and(eq(table.schoolId, schoolId), lte(table.version, upTo), beyond),
    order: [asc(table.version), asc(table.id)],
  }
}
