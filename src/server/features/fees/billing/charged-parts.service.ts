import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { standingCharge } from './standing-charge.service.ts'

/** Key of a component and part: charged once, whatever payer it has. */
export const partKey = (component: string, part: number): string => `${part} ${component}`

/**
 * What was charged of a child's year: by component and part, the last version, whether it is not credited in full, and which months
 * stand charged, as bits; null where they are not known.
 */
export type ChargedParts = Map<string, { version: number; stands: boolean; months: number | null }>

/** Returns what was charged of a year, by child. */
export async function chargedParts(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
  year: number,
): Promise<Map<string, ChargedParts>> {
  const { rows } = await tx.execute<{
    studentId: string
    component: string
    part: number
    version: number
    stands: boolean
    months: number | null
  }>(sql`
    select c.student_id as "studentId", c.component, c.part, max(c.version) as version, bool_or(${standingCharge(schoolId)}) as stands,
      bit_or(c.months) filter (where ${standingCharge(schoolId)}) as months
    from fee_charges c
    where c.school_id = ${schoolId} and c.student_id = any(${uuidList(studentIds)}) and c.year = ${year}::int
    group by 1, 2, 3`)
  const charged = new Map<string, ChargedParts>()
  for (const { studentId, component, part, version, stands, months } of rows) {
    const of = charged.get(studentId) ?? new Map()
    charged.set(studentId, of.set(partKey(component, part), { version, stands, months }))
  }
  return charged
}
