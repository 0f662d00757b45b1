import { sql } from 'drizzle-orm'
import type { Db, Tx } from '#server/kernel/db.ts'

/*
 * What Citus knows of the tables: src/decisions, "a country's schools are spread over nodes by Citus". Every table of schools is distributed
 * by `school_id` and lies with all others, so that a school is on one node. Two are on every node.
 */

/** Tables that each node holds whole: small, seldom written, and read beside any school's rows. */
export const tablesOnEveryNode = ['schools', 'server_generations'] as const

/** The table that all others lie with: it holds a row for every school. */
export const firstTable = 'due_work'

/** Returns whether the tables of this database are distributed. */
export async function isDistributed(db: Db | Tx): Promise<boolean> {
  const { rows: known } = await db.execute(sql`select 1 where to_regclass('pg_catalog.pg_dist_partition') is not null`)
  if (known.length === 0) return false
  const { rows } = await db.execute(
    sql`select 1 from pg_dist_partition where logicalrelid = to_regclass(${firstTable}) limit 1`,
  )
  return rows.length > 0
}

const created = /^create table (?:if not exists )?(?:"?public"?\.)?"?(\w+)"?/i

/**
 * Distributes the table that a migration's statement has just created, before another statement refers to it; does nothing after other
 * statements, and for a table without a school.
 */
export async function distributeCreated(tx: Tx, statement: string): Promise<void> {
  const [, table] = created.exec(statement) ?? []
  if (table === undefined) return
  const { rows } = await tx.execute(sql`
    select 1 from pg_attribute where attrelid = to_regclass(${table}) and attname = 'school_id'
      and attrelid not in (select logicalrelid from pg_dist_partition)`)
  if (rows.length === 0) return
  await tx.execute(
    sql`select create_distributed_table(${table}::regclass, 'school_id', colocate_with => ${firstTable})`,
  )
}
