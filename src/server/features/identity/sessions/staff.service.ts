import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { Role } from '#shared/kernel/roles.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { users } from './auth.table.ts'
import { isStaff } from './people.service.ts'

const columns = {
  id: users.id,
  userName: users.userName,
  name: users.name,
  email: users.email,
  schoolId: users.schoolId,
  avatar: users.avatar,
  roles: users.roles,
  invitedAt: users.invitedAt,
  disabledAt: users.disabledAt,
}

/** Colleague's account, without credentials. */
export type StaffAccount = Pick<typeof users.$inferSelect, keyof typeof columns>

export const listStaff = (tx: Tx, schoolId: string): Promise<StaffAccount[]> =>
  tx
    .select(columns)
    .from(users)
    .where(and(eq(users.schoolId, schoolId), isStaff))
    .orderBy(asc(users.userName))

const one = (schoolId: string, id: UserId) => and(eq(users.schoolId, schoolId), eq(users.id, id), isStaff)

/** Locks the account until the transaction ends. */
export async function lockStaff(tx: Tx, schoolId: string, id: UserId): Promise<StaffAccount | undefined> {
  const [found] = await tx.select(columns).from(users).where(one(schoolId, id)).for('update')
  return found
}

/**
 * Locks the administrators who can sign in until the transaction ends: of two who remove each other at once, the second sees what
 * the first has done.
 */
export async function lockAdmins(tx: Tx, schoolId: string): Promise<UserId[]> {
  const isActive = sql`'admin' = any(${users.roles}) and ${users.disabledAt} is null and ${users.invitedAt} is null`
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), isActive))
    .orderBy(asc(users.id))
    .for('update')
  return found.map(({ id }) => id)
}

/** Adds a colleague; undefined when the username is taken. The account is confirmed: a registration cannot displace its owner. */
export async function addStaff(
  tx: Tx,
  row: Pick<typeof users.$inferInsert, 'schoolId' | 'id' | 'userName' | 'name' | 'email' | 'passwordHash' | 'roles'>,
  now: Instant,
): Promise<StaffAccount | undefined> {
  const [added] = await tx
    .insert(users)
    .values({ ...row, verified: true, invitedAt: now, createdAt: now })
    .onConflictDoNothing()
    .returning(columns)
  return added
}

/** Returns those of these usernames that have an account, of whatever kind. */
export async function takenUserNames(tx: Tx, schoolId: string, userNames: readonly string[]): Promise<Set<string>> {
  if (userNames.length === 0) return new Set()
  const found = await tx
    .select({ userName: users.userName })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), inArray(users.userName, [...new Set(userNames)])))
  return new Set(found.map(({ userName }) => userName))
}

type Changes = { roles: Role[]; disabledAt?: Instant } | { invitedAt: Instant } | { disabledAt: Instant | null }

export async function changeStaff(tx: Tx, schoolId: string, id: UserId, changes: Changes): Promise<StaffAccount> {
  const [changed] = await tx.update(users).set(changes).where(one(schoolId, id)).returning(columns)
  if (!changed) throw new Error('somebody who was locked is gone')
  return changed
}
