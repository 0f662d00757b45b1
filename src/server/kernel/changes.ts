import { and, asc, eq, gt, lte, or, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A device's place in a table: version and id of the last row it has. */
export type ChangeCursor = readonly [version: number, id: string]

/** Which rows of a table a device lacks. */
export interface ChangesAsked {
  schoolId: string
  /** Undefined for a device that has nothing yet. */
  after: ChangeCursor | undefined
  /** The highest version that this answer promises. */
  upTo: number
  limit: number
}

interface Versioned {
  schoolId: PgColumn
  version: PgColumn
  id: PgColumn
}

/** The condition and the order that page through a table by version: no row is left out, none comes twice. */
export function changesIn(
  table: Versioned,
  { schoolId, after, upTo }: ChangesAsked,
): { where: SQL | undefined; order: SQL[] } {
  const beyond = after && or(gt(table.version, after[0]), and(eq(table.version, after[0]), gt(table.id, after[1])))
  return {
    where: and(eq(table.schoolId, schoolId), lte(table.version, upTo), beyond),
    order: [asc(table.version), asc(table.id)],
  }
}
