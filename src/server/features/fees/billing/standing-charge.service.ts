import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Condition on a charge `c` of a school: it is not credited in full. One of nothing, which no credit note takes back, stands. */
export const standingCharge = (schoolId: string): SQL => sql`c.net + c.tax <= 0 or c.net + c.tax > coalesce((
  select sum(a.amount) from fee_allocations a
  where a.school_id = ${schoolId} and a.charge_id = c.id and a.source = 'credit-note'), 0)`

/**
 * Returns the children who have a charge of a year that is not credited in full; of some children where they are given.
 * @param isDivided counts only charges of components that are divided over the parts of the plan
 */
export async function chargedChildren(
  tx: Tx,
  schoolId: string,
  { year, studentIds, isDivided = false }: { year: number; studentIds?: readonly string[]; isDivided?: boolean },
): Promise<string[]> {
  const only = studentIds === undefined ? sql`true` : sql`c.student_id = any(${uuidList(studentIds)})`
  const divided = sql`exists (select 1 from fee_components f
    where f.school_id = ${schoolId} and f.code = c.component and f.billing = 'plan')`
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct c.student_id as id from fee_charges c
    where c.school_id = ${schoolId} and c.year = ${year}::int and c.part >= 0 and ${only} and (${standingCharge(schoolId)})
      and ${isDivided ? divided : sql`true`}`)
  return rows.map(({ id }) => id)
}

/** Returns whether a child has a charge of a component that is due on a day or later and is not credited in full. */
export async function chargedComponent(
  tx: Tx,
  schoolId: string,
  { studentId, component, fromOn }: { studentId: string; component: string; fromOn: Day },
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select 1 from fee_charges c
    where c.school_id = ${schoolId} and c.student_id = ${studentId} and c.component = ${component}
      and c.due_on >= ${fromOn}::date and (${standingCharge(schoolId)}) limit 1`)
  return rows.length > 0
}
