import { type SQL, sql } from 'drizzle-orm'

/** Passes a list of ids as one parameter, for `id = any(…)`: the statement stays the same whatever the length. */
export const uuidList = (ids: Iterable<string>): SQL => sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`

/** Passes rows as one JSON parameter, for `jsonb_to_recordset(…)`: one statement writes any number of them. */
export const jsonRows = (rows: readonly unknown[]): SQL => sql`${JSON.stringify(rows)}::jsonb`

/** Texts as a list of SQL, for `= any(…)`; whatever they contain is a value. */
export const textList = (texts: Iterable<string>): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(texts)])}::jsonb))`
