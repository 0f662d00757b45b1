import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'

/*
 * Lock key. A void and its sale may come from two devices at once. Each looks for the other before it is written, and neither
 * sees uncommitted rows: the sale would be charged and never refunded. So a void waits until no sale of the school is in
 * progress, and sales wait for a void; sales do not wait for each other. Taken before any account is locked, and only once in a
 * transaction, so that there is no deadlock.
 *
 * Days are summed behind the same lock: whatever else is written of a shift takes it as sales do (`unsum-days.service.ts`).
 */

const key = (schoolId: string) => sql`hashtextextended(${`sale voids of ${schoolId}`}, 0)`

/** Lets sales see every void from the next statement on; voids wait until this transaction ends. */
export async function lockVoids(tx: Tx, schoolId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${key(schoolId)})`)
}

/** Lets a void see every sale from the next statement on; sales and other voids wait until this transaction ends. */
export async function waitForSales(tx: Tx, schoolId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${key(schoolId)})`)
}
