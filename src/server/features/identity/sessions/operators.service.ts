import { and, arrayOverlaps, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { permissions } from '#shared/kernel/roles.ts'
import { users } from './auth.table.ts'

interface Operators {
  operators: UserId[]
  /** Of those whose remembered PINs have ever been called off: since which epoch they count. */
  pinEpochs: Record<UserId, number>
}

/** Who may work at a till of this school now: ids and epochs and nothing else, since every till gets the list. */
export async function listOperators(tx: Tx, schoolId: string): Promise<Operators> {
  const rows = await tx
    .select({ id: users.id, pinEpoch: users.pinEpoch })
    .from(users)
    .where(
      and(
        eq(users.schoolId, schoolId),
        isNull(users.disabledAt),
        arrayOverlaps(users.roles, [...permissions['till.operate']]),
      ),
    )
    .orderBy(asc(users.id))
  const called = rows.filter(({ pinEpoch }) => pinEpoch > 0)
  return {
    operators: rows.map(({ id }) => id),
    pinEpochs: Object.fromEntries(called.map(({ id, pinEpoch }) => [id, pinEpoch])),
  }
}
