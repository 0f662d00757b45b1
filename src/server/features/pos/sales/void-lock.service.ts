import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'

/*
 * A void and its sale may come from two devices at the same moment. Each looks for the other before it is written, and
 * neither would see what the other has not committed: the sale would be charged and never given back. So a void waits
 * until no sale of the school is on its way, and sales wait for a void; among themselves, sales do not wait. Taken before
 * any account is locked, and only once in a transaction, so that nobody waits in a circle.
 */

const key = (schoolId: string) => sql`hashtextextended(${`sale voids of ${schoolId}`}, 0)`

/** For whoever enters sales: from the next statement on it sees every void; others wait until this transaction ends. */
export async function waitForVoids(tx: Tx, schoolId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${key(schoolId)})`)
}

/** For whoever voids: from the next statement on it sees every sale; others wait until this transaction ends. */
export async function waitForSales(tx: Tx, schoolId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${key(schoolId)})`)
}
