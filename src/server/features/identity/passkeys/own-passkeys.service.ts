import { and, count, desc, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { passkeys } from './passkey.table.ts'

type Passkey = typeof passkeys.$inferSelect

const ofPerson = (schoolId: string, userId: UserId) => and(eq(passkeys.schoolId, schoolId), eq(passkeys.userId, userId))

/** Returns a person's passkeys, the newest first. */
export const listPasskeys = (tx: Tx, schoolId: string, userId: UserId): Promise<Passkey[]> =>
  tx.select().from(passkeys).where(ofPerson(schoolId, userId)).orderBy(desc(passkeys.createdAt), desc(passkeys.id))

export async function hasPasskey(tx: Tx, schoolId: string, userId: UserId): Promise<boolean> {
  const [found] = await tx.select({ count: count() }).from(passkeys).where(ofPerson(schoolId, userId))
  return (found?.count ?? 0) > 0
}

/** Returns who has a passkey. */
export async function passkeyOwners(tx: Tx, schoolId: string): Promise<UserId[]> {
  const found = await tx
    .selectDistinct({ userId: passkeys.userId })
    .from(passkeys)
    .where(eq(passkeys.schoolId, schoolId))
  return found.map(({ userId }) => userId)
}

/** Removes one of a person's passkeys, or all. @returns how many there were */
export async function dropPasskeys(tx: Tx, schoolId: string, userId: UserId, id?: string): Promise<number> {
  const gone = await tx
    .delete(passkeys)
    .where(and(ofPerson(schoolId, userId), id === undefined ? undefined : eq(passkeys.id, id)))
    .returning({ id: passkeys.id })
  return gone.length
}
