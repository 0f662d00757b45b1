import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'

/** Returns whether a school keeps amounts about places: fees, offers with deposits, cash taken at the desk. */
export async function hasAdmissionMoney(tx: Tx, schoolId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select from student_fees where school_id = ${schoolId})
      or exists (select from student_cash where school_id = ${schoolId})
      or exists (select from offers where school_id = ${schoolId}) as found`)
  return rows[0]?.found ?? false
}
