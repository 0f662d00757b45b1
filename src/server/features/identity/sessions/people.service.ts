import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Session } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { users } from './auth.table.ts'
import { signedInUser } from './auth.view.ts'

/** Data of a person for naming them and checking what they did. */
export interface Person {
  readonly name: Bilingual
  readonly roles: Role[]
  /** Time of deactivation in ms; undefined while active. */
  readonly disabledMs: number | undefined
}

/** Returns those of the people that exist, including deactivated ones. */
export async function findPeople(tx: Tx, schoolId: string, ids: Iterable<UserId>): Promise<Map<UserId, Person>> {
  const { rows } = await tx.execute<{
    id: UserId
    name: Bilingual
    roles: Role[]
    disabled: number | string | null
  }>(sql`
    select id, name, to_jsonb(roles) as roles, (extract(epoch from disabled_at) * 1000)::bigint as disabled from users
    where school_id = ${schoolId} and id = any(${uuidList(ids)})`)
  return new Map(
    rows.map(({ id, disabled, ...person }) => [
      id,
      { ...person, disabledMs: disabled === null ? undefined : Number(disabled) },
    ]),
  )
}

/** Condition for current and former staff: any role other than family. */
export const isStaff = sql`(cardinality(${users.roles}) = 0 or not (${users.roles} <@ array['family']::text[]))`

/** Lists the people whose audit events can be searched, including former staff. */
export const staffNames = (tx: Tx, schoolId: string): Promise<{ id: UserId; name: Bilingual }[]> =>
  tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), isStaff))
    .orderBy(asc(users.userName))

/** Lists people whose accounts are active and who have one of these roles, by their id. */
export const listActiveWith = (tx: Tx, schoolId: string, roles: readonly Role[]) =>
  tx
    .select({ id: users.id, name: users.name, email: users.email, roles: users.roles })
    .from(users)
    .where(
      and(
        eq(users.schoolId, schoolId),
        isNull(users.disabledAt),
        sql`${users.roles} && ${sql`array[${sql.join(
          roles.map((role) => sql`${role}`),
          sql`, `,
        )}]::text[]`}`,
      ),
    )
    .orderBy(asc(users.id))

/** Returns a person with their roles of now, as a session of theirs would; undefined for nobody, and for a deactivated account. */
export async function findActiveUser(
  tx: Tx,
  schoolId: string,
  userId: UserId,
): Promise<Pick<Session, 'user' | 'roles'> | undefined> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId), isNull(users.disabledAt)))
  return row && { user: signedInUser(row), roles: row.roles }
}
