import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'

/**
 * Takes the next `count` versions of the school; returns the number before the first. The counter stays locked until the
 * transaction ends, so versions follow the order of commits: a reader of version n can read all below it. So take them last,
 * after every other lock, and right before the rows that carry them.
 */
export async function assignVersions(tx: Tx, schoolId: string, count: number): Promise<number> {
  const { rows } = await tx.execute<{ version: number | string }>(sql`
    insert into school_versions as v (school_id, version) values (${schoolId}, ${count})
    on conflict (school_id) do update set version = v.version + excluded.version
    returning version`)
  return Number(rows[0]?.version ?? count) - count
}
