import { and, arrayOverlaps, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { permissions } from '#shared/rules/roles.ts'
import { users } from './auth.table.ts'

/** Who may work at a till of this school now: ids and nothing else, since every till gets the list. */
export async function listOperators(tx: Tx, schoolId: string): Promise<UserId[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.schoolId, schoolId),
        isNull(users.disabledAt),
        arrayOverlaps(users.roles, [...permissions['till.operate']]),
      ),
    )
    .orderBy(asc(users.id))
  return rows.map(({ id }) => id)
}
