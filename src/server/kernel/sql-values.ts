import { type SQL, sql } from 'drizzle-orm'

/** Formats an instant as ISO text in UTC, as in the contract. `column` is written into the statement unescaped. */
export const isoText = (column: string): SQL =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Passes a list of ids as one parameter, for `id = any(…)`: the statement stays the same whatever the length. */
export const uuidList = (ids: Iterable<string>): SQL => sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`

/** Passes rows as one JSON parameter, for `jsonb_to_recordset(…)`: one statement writes any number of them. */
export const jsonRows = (rows: readonly unknown[]): SQL => sql`${JSON.stringify(rows)}::jsonb`

/** Texts as a list of SQL, for `= any(…)`; whatever they contain is a value. */
export const textList = (texts: Iterable<string>): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(texts)])}::jsonb))`
