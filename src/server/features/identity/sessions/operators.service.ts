import { and, arrayOverlaps, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { permissions } from '#shared/kernel/roles.ts'
import { users } from './auth.table.ts'

interface Operators {
  operators: UserId[]
  /** PIN epochs of people whose stored PINs were ever invalidated: earlier PINs do not count. */
  pinEpochs: Record<UserId, number>
}

/** Lists the people who may operate a till of this school: ids and epochs and nothing else, since every till gets the list. */
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
