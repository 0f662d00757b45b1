import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'

/** Returns whether a school keeps amounts of fees: documents, journals or schedules, which fix its currency. */
export async function hasFeeMoney(tx: Tx, schoolId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>(sql`
    select exists (select from fee_documents where school_id = ${schoolId})
      or exists (select from fee_journals where school_id = ${schoolId})
      or exists (select from fee_schedules where school_id = ${schoolId}) as found`)
  return rows[0]?.found ?? false
}
