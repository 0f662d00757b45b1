import { type SQL, sql } from 'drizzle-orm'

/** An instant as ISO text in UTC, as the contract has it. `column` is written into the statement as it is. */
export const isoText = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
