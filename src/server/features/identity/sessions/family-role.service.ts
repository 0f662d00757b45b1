import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { users } from './auth.table.ts'

/** Accounts of an address, in small letters, whose owner has shown that it is theirs and got in. */
const entered = (schoolId: string, email: string) =>
  and(
    eq(users.schoolId, schoolId),
    eq(sql`lower(${users.email})`, email),
    eq(users.verified, true),
    isNull(users.disabledAt),
    isNull(users.invitedAt),
  )

/** Whether somebody has an account of this address. */
export async function hasAccount(tx: Tx, schoolId: string, email: string): Promise<boolean> {
  const [found] = await tx.select({ id: users.id }).from(users).where(entered(schoolId, email)).limit(1)
  return found !== undefined
}

/** Makes accounts that work for the school a family's too. @returns whether one was not before */
export async function addFamilyRole(tx: Tx, schoolId: string, email: string): Promise<boolean> {
  const given = await tx
    .update(users)
    .set({ roles: sql`array_append(${users.roles}, 'family')` })
    .where(and(entered(schoolId, email), sql`not 'family' = any(${users.roles})`))
    .returning({ id: users.id })
  return given.length > 0
}

/** The same accounts are the school's alone again. An account that is nothing but a family's stays as it is. */
export async function dropFamilyRole(tx: Tx, schoolId: string, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ roles: sql`array_remove(${users.roles}, 'family')` })
    .where(
      and(eq(users.schoolId, schoolId), eq(sql`lower(${users.email})`, email), sql`cardinality(${users.roles}) > 1`),
    )
}
