import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-lists.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant, type Instant } from '#shared/kernel/time.ts'
import type { PosFlag } from './exceptions.ts'

/** Since when each known person is disabled, as ms; undefined for who is not. */
export type Cashiers = ReadonlyMap<UserId, number | undefined>

/** Those of the people that exist. Reads the users by name, since a feature must not import another's tables. */
export async function findCashiers(tx: Tx, schoolId: string, userIds: Iterable<UserId>): Promise<Cashiers> {
  const { rows } = await tx.execute<{ id: UserId; disabled: number | string | null }>(sql`
    select id, (extract(epoch from disabled_at) * 1000)::bigint as disabled from users
    where school_id = ${schoolId} and id = any(${uuidList(userIds)})`)
  return new Map(rows.map(({ id, disabled }) => [id, disabled === null ? undefined : Number(disabled)]))
}

/** What is odd about who did it. Disabled later is no matter: it was right when it happened. */
export function cashierFlags(
  cashiers: Cashiers,
  userId: UserId,
  at: Instant,
  { clockOffsetMs }: { clockOffsetMs: number },
): PosFlag[] {
  if (!cashiers.has(userId)) return ['unknown-cashier']
  const disabledMs = cashiers.get(userId)
  return disabledMs !== undefined && fromInstant(at) + clockOffsetMs >= disabledMs ? ['disabled-cashier'] : []
}
