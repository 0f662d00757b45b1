import { sql } from 'drizzle-orm'
import type { Box } from '#tests/support/server.ts'

/** Every table of the database that is not the engine's own. */
export async function allTables({ db }: Box): Promise<string[]> {
  const { rows } = await db.owner.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`)
  return rows.map(({ name }) => name)
}

/** By table, in how many rows any of these words stands: in any column, whatever it holds, and in bytes too. */
export async function tablesWith(box: Box, words: readonly string[]): Promise<Map<string, number>> {
  const hex = words.map((word) => Buffer.from(word).toString('hex'))
  // JSON may write letters as numbers.
  const escaped = words.map((word) => JSON.stringify(word).slice(1, -1))
  const wanted = JSON.stringify([...new Set([...words, ...hex, ...escaped])])
  const found = new Map<string, number>()
  for (const name of await allTables(box)) {
    const { rows } = await box.db.owner.execute<{ count: number }>(sql`
      select count(*)::int as count from ${sql.identifier(name)} t where exists (
        select 1 from jsonb_array_elements_text(${wanted}::jsonb) w where strpos(lower(t::text), lower(w)) > 0)`)
    if (rows[0]?.count) found.set(name, rows[0].count)
  }
  return found
}
