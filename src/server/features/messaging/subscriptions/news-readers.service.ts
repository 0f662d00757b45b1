import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { subscribers } from './subscribe.table.ts'

/** Returns which of these addresses (lower case) have subscribed to news themselves, and confirmed it. */
export async function newsReaders(tx: Tx, schoolId: string, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const address = sql<string>`lower(trim(${subscribers.email}))`
  const rows = await tx
    .select({ address })
    .from(subscribers)
    .where(
      and(eq(subscribers.schoolId, schoolId), eq(subscribers.state, 'confirmed'), inArray(address, [...addresses])),
    )
  return new Set(rows.map((row) => row.address))
}
