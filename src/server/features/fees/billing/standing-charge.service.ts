import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-lists.ts'

/** Condition on a charge `c`: it is not credited in full. One of nothing, which no credit note takes back, stands. */
export const standingCharge: SQL = sql`c.net + c.tax <= 0 or c.net + c.tax > coalesce((
  select sum(a.amount) from fee_allocations a
  where a.school_id = c.school_id and a.charge_id = c.id and a.source = 'credit-note'), 0)`

/** Returns the children who have a charge of a year that is not credited in full; of some children where they are given. */
export async function chargedChildren(
  tx: Tx,
  schoolId: string,
  { year, studentIds }: { year: number; studentIds?: readonly string[] },
): Promise<string[]> {
  const only = studentIds === undefined ? sql`true` : sql`c.student_id = any(${uuidList(studentIds)})`
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct c.student_id as id from fee_charges c
    where c.school_id = ${schoolId} and c.year = ${year}::int and ${only} and (${standingCharge})`)
  return rows.map(({ id }) => id)
}
