import { type SQL, sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { jsonRows } from './sql-values.ts'

/*
 * Inserts of rows that the server gives as one JSON parameter. Citus carries out an `insert … select` on the node of a school only where it
 * reads a distributed table of that school, and takes its `school_id` from there. Otherwise it copies the rows, which PostgreSQL refuses
 * under row-level security.
 */

/** Transactions on tables that Citus spreads over nodes. */
const distributed = new WeakSet<object>()
/** Schools that have their row of `school_versions`, as far as this process has seen. */
const prepared = new Set<string>()

/**
 * Prepares a transaction on tables that are spread over nodes. Without its row of `school_versions` a school would lose what is inserted
 * beside it, so that one which has none is given it.
 */
export async function prepareDistributed(tx: Executor, schoolId: string): Promise<void> {
  distributed.add(tx)
  if (prepared.has(schoolId)) return
  const { rows } = await tx.execute<{ isSchool: boolean; hasRow: boolean }>(sql`
    select exists (select from schools where school_id = ${schoolId}) as "isSchool",
      exists (select from school_versions where school_id = ${schoolId}) as "hasRow"`)
  if (rows[0]?.hasRow) prepared.add(schoolId)
  else if (rows[0]?.isSchool)
    await tx.execute(sql`
      insert into school_versions (school_id, version) values (${schoolId}, 0) on conflict do nothing`)
}

/** Notes that `part` of a transaction writes where that one does. */
export function partOfDistributed(tx: object, part: object): void {
  if (distributed.has(tx)) distributed.add(part)
}

/** How an `insert … select` names its school, and what its sources come after in `from`. */
interface SchoolOfRows {
  school: SQL
  beside: SQL
}

export function schoolOfRows(tx: Executor, schoolId: string): SchoolOfRows {
  if (!distributed.has(tx)) return { school: sql`${schoolId}::uuid`, beside: sql`` }
  // One row for each school.
  const here = sql`(select school_id from school_versions where school_id = ${schoolId}) here`
  return { school: sql.raw('here.school_id'), beside: sql`${here} cross join ` }
}

/** Returns the parts of `insert into … select ${school}, r.id from ${rows} as r(id uuid)` for rows that are given. */
export function givenRows(tx: Executor, schoolId: string, rows: readonly unknown[]): { school: SQL; rows: SQL } {
  const { school, beside } = schoolOfRows(tx, schoolId)
  return { school, rows: sql`${beside}jsonb_to_recordset(${jsonRows(rows)})` }
}

/** Rows, their columns as for `jsonb_to_recordset`, and inserts that select the school and what they need from `given`. */
interface Insertion {
  schoolId: string
  rows: readonly unknown[]
  columns: SQL
  inserts: readonly ((from: { school: SQL; given: SQL }) => SQL)[]
}

/**
 * Inserts the same rows into several tables, in one statement; on distributed tables in one each, as Citus takes no second `insert … select`
 * inside `with`.
 */
export async function insertAll(tx: Executor, { schoolId, rows, columns, inserts }: Insertion): Promise<void> {
  const { school, beside } = schoolOfRows(tx, schoolId)
  const source = sql`${beside}jsonb_to_recordset(${jsonRows(rows)})`
  if (distributed.has(tx)) {
    for (const insert of inserts) await tx.execute(insert({ school, given: sql`${source} as given(${columns})` }))
    return
  }
  const all = inserts.map((insert) => insert({ school, given: sql.raw('given') }))
  const last = all.pop()
  if (!last) throw new TypeError('nothing to insert')
  const others = all.map((insert, n) => sql`, ${sql.raw(`inserted_${n}`)} as (${insert})`)
  await tx.execute(sql`
    with given as materialized (select * from ${source} as given(${columns}))${sql.join(others)}
    ${last}`)
}
