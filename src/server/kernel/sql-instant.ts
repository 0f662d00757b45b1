import { type SQL, sql } from 'drizzle-orm'

/** Formats an instant as ISO text in UTC, as in the contract. `column` is written into the statement unescaped. */
export const isoText = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
