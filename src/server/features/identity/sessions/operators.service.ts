import { and, arrayOverlaps, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { hasPermission, permissions } from '#shared/kernel/roles.ts'
import { users } from './auth.table.ts'

interface Operators {
  operators: UserId[]
  /** PIN epochs of people whose stored PINs were ever invalidated: earlier PINs do not count. */
  pinEpochs: Record<UserId, number>
  /** Those of them who may approve what others do. */
  supervisors: UserId[]
}

/** Lists the people who may operate a till of this school: ids, epochs and who may approve, and nothing else, since every till gets the list. */
export async function listOperators(tx: Tx, schoolId: string): Promise<Operators> {
  const rows = await tx
    .select({ id: users.id, pinEpoch: users.pinEpoch, roles: users.roles })
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
    supervisors: rows.flatMap(({ id, roles }) => (hasPermission(roles, 'refund.approve') ? [id] : [])),
    pinEpochs: Object.fromEntries(called.map(({ id, pinEpoch }) => [id, pinEpoch])),
  }
}
