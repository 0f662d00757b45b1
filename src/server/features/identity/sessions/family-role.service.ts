import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import { users } from './auth.table.ts'

/** Condition for confirmed, joined accounts of an address in lower case. */
const entered = (schoolId: string, email: string) =>
  and(
    eq(users.schoolId, schoolId),
    eq(sql`lower(${users.email})`, email),
    eq(users.verified, true),
    isNull(users.disabledAt),
    isNull(users.invitedAt),
  )

/** Returns whether an account of this address exists. */
export async function hasAccount(tx: Tx, schoolId: string, email: string): Promise<boolean> {
  const [found] = await tx.select({ id: users.id }).from(users).where(entered(schoolId, email)).limit(1)
  return found !== undefined
}

/** Adds the family role to staff accounts of an address. @returns whether one lacked it */
export async function addFamilyRole(tx: Tx, schoolId: string, email: string): Promise<boolean> {
  const given = await tx
    .update(users)
    .set({ roles: sql`array_append(${users.roles}, 'family')` })
    .where(and(entered(schoolId, email), sql`not 'family' = any(${users.roles})`))
    .returning({ id: users.id })
  return given.length > 0
}

/** The same for many addresses, in lower case. @returns those where an account lacked it */
export async function addFamilyRoles(tx: Tx, schoolId: string, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ email: string }>(sql`
    update users set roles = array_append(roles, 'family')
    where school_id = ${schoolId} and lower(email) in (select jsonb_array_elements_text(${jsonRows(emails)}))
      and verified and disabled_at is null and invited_at is null and not 'family' = any(roles)
    returning lower(email) as email`)
  return new Set(rows.map(({ email }) => email))
}

/** Removes the family role from staff accounts. A pure family account is unchanged. */
export async function removeFamilyRole(tx: Tx, schoolId: string, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ roles: sql`array_remove(${users.roles}, 'family')` })
    .where(
      and(eq(users.schoolId, schoolId), eq(sql`lower(${users.email})`, email), sql`cardinality(${users.roles}) > 1`),
    )
}
