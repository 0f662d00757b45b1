import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * Analyses tables of which many rows changed since they last were: 500 and `share` of the rows they had then (0.1 is autovacuum's own rule). Never an empty
 * table: plans made from "no rows" stay in the session and turn foreign-key checks into full scans.
 */
export async function analyzeChanged(db: Db, share: number): Promise<void> {
  // Counts of changed rows reach the statistics within a second of a commit, by a timer the embedded engine does not have.
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await db.execute<{ name: string }>(sql`
    select s.relid::regclass::text as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.n_live_tup > 0 and s.n_mod_since_analyze > 500 + greatest(c.reltuples, 0) * ${share}::float8`)
  for (const { name } of rows) await db.execute(sql`analyze ${sql.raw(name)}`)
}
