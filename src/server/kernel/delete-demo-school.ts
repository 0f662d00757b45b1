import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { inOrder, type TableRow, tablesQuery } from './tables.ts'

/**
 * Deletes a demo school from every table that has a school, referring tables first, in the owner's transaction. The tables are
 * read from the database, so that none is forgotten.
 * @returns false where there is no demo school of this id; then nothing is deleted
 */
export async function deleteDemoSchool(tx: Executor, schoolId: string): Promise<boolean> {
  const { rows: found } = await tx.execute(
    sql`select 1 from schools where school_id = ${schoolId} and profile->'isDemo' = 'true'::jsonb for update`,
  )
  if (found.length === 0) return false
  const { rows } = await tx.execute<TableRow>(sql.raw(tablesQuery))
  const ofSchools = inOrder(rows).filter(({ columns }) => columns.includes('school_id'))
  for (const { name } of ofSchools.toReversed()) {
    await tx.execute(sql`delete from ${sql.raw(name)} where school_id = ${schoolId}`)
  }
  return true
}
