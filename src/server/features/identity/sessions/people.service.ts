import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-lists.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { users } from './auth.table.ts'

/** What others may know of a person to name them and to judge what they did. */
export interface Person {
  readonly name: Bilingual
  readonly roles: Role[]
  /** Since when disabled, as ms; undefined for who is not. */
  readonly disabledMs: number | undefined
}

/** Those of the people that exist, disabled ones too. */
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

/** Everybody who is or was of the staff: whoever has another role than that of a family. */
export const isStaff = sql`not (${users.roles} <@ array['family']::text[])`

/** By whom the record can be asked, those who have left too. */
export const staffNames = (tx: Tx, schoolId: string): Promise<{ id: UserId; name: Bilingual }[]> =>
  tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), isStaff))
    .orderBy(asc(users.userName))
