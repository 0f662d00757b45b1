import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-lists.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'

/** Those of the customers that exist, active or not. */
export async function knownCustomers(
  tx: Tx,
  schoolId: string,
  customerIds: ReadonlySet<CustomerId>,
): Promise<Set<CustomerId>> {
  if (customerIds.size === 0) return new Set()
  const { rows } = await tx.execute<{ id: CustomerId }>(sql`
    select id from customers where school_id = ${schoolId} and id = any(${uuidList(customerIds)})`)
  return new Set(rows.map(({ id }) => id))
}
