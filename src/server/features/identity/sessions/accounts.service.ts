import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { users } from './auth.table.ts'

/** Account data for account pages. */
export interface Account {
  readonly userId: UserId
  readonly userName: string
  readonly email: string
  readonly verified: boolean
}

const columns = { userId: users.id, userName: users.userName, email: users.email, verified: users.verified }

/** Several families of one address are served at once; more than this is not plausible. */
const maxPerAddress = 5

/** Returns the accounts that a typed text may mean (see `accountKey`), the oldest first; deactivated ones excluded. */
export function findAccounts(tx: Tx, schoolId: string, key: string): Promise<Account[]> {
  const meant = or(eq(users.userName, key), eq(sql`lower(${users.email})`, key))
  return tx
    .select(columns)
    .from(users)
    .where(and(eq(users.schoolId, schoolId), meant, isNull(users.disabledAt)))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(maxPerAddress)
}

/** Returns the proved address of an account that is in use; undefined without one. */
export async function addressOfAccount(tx: Tx, schoolId: string, userId: UserId): Promise<string | undefined> {
  const [account] = await tx
    .select({ email: users.email, verified: users.verified })
    .from(users)
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId), isNull(users.disabledAt)))
  return account?.verified ? account.email : undefined
}

/** Data of a registration, stored with the code and the link that confirm it. */
export interface Registered {
  readonly name: string
  readonly passwordHash: string
}

/** Registration with the name as the person writes it, in one script. */
export interface NewFamily extends Registered {
  userName: string
  email: string
  verified: boolean
}

/** Time before unconfirmed registrations are deleted. */
const unconfirmedMs = 7 * dayMs

/**
 * Creates a family's own account, replacing an unconfirmed one of the same username: its creator has not proved the address.
 * Undefined when the name belongs to a confirmed account. Deletes long-unconfirmed ones.
 */
export async function addFamily(
  tx: Tx,
  schoolId: string,
  { name, ...family }: NewFamily,
  { nowMs, random }: { nowMs: number; random: Random },
): Promise<UserId | undefined> {
  await forgetUnconfirmed(tx, schoolId, nowMs)
  const createdAt = toInstant(nowMs)
  const row = { ...family, name: inItsScript(name), createdAt }
  const [added] = await tx
    .insert(users)
    .values({ schoolId, id: uuidv7(nowMs, random) as UserId, roles: ['family'], ...row })
    .onConflictDoUpdate({
      target: [users.schoolId, users.userName],
      set: row,
      setWhere: sql`not ${users.verified} and ${users.disabledAt} is null`,
    })
    .returning({ id: users.id })
  return added?.id
}

async function forgetUnconfirmed(tx: Tx, schoolId: string, nowMs: number) {
  const old = tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.schoolId, schoolId),
        eq(users.verified, false),
        lte(users.createdAt, toInstant(nowMs - unconfirmedMs)),
      ),
    )
    .limit(20)
    .for('update', { skipLocked: true })
  await tx.delete(users).where(and(eq(users.schoolId, schoolId), inArray(users.id, old)))
}

/** Returns the name in the script it was typed in; the other stays empty, and is never invented. */
export const inItsScript = (name: string) =>
  /\p{Script=Arabic}/u.test(name) ? { en: '', ar: name } : { en: name, ar: '' }

/**
 * Confirms the account's address. The account gets the name and password of the registration whose email was used: of two started
 * with one address, only the owner's own counts. A confirmed account is unchanged. False when there is none.
 */
export async function confirmAddress(
  tx: Tx,
  schoolId: string,
  userId: UserId,
  registered: Registered | null,
): Promise<boolean> {
  const own = and(eq(users.schoolId, schoolId), eq(users.id, userId), isNull(users.disabledAt))
  const given = registered && { name: inItsScript(registered.name), passwordHash: registered.passwordHash }
  await tx
    .update(users)
    .set({ verified: true, ...given })
    .where(and(own, eq(users.verified, false)))
  const found = await tx.select({ id: users.id }).from(users).where(own)
  return found.length > 0
}

/**
 * Replaces the password by an emailed link, which also confirms the address and accepts an invitation. PINs stored on tills
 * become invalid.
 * @returns the account, or undefined when it is gone or deactivated.
 */
export async function replacePassword(
  tx: Tx,
  schoolId: string,
  userId: UserId,
  passwordHash: string,
): Promise<Account | undefined> {
  const [account] = await tx
    .update(users)
    .set({ passwordHash, verified: true, invitedAt: null, pinEpoch: sql`${users.pinEpoch} + 1` })
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId), isNull(users.disabledAt)))
    .returning(columns)
  return account
}

/**
 * Accepts an invitation without a password of its own: the account is opened from another school.
 * @returns the account, or undefined when it is gone or deactivated
 */
export async function acceptWithoutPassword(
  tx: Tx,
  schoolId: string,
  userId: UserId,
): Promise<{ userId: UserId; passwordHash: string; email: string } | undefined> {
  const [account] = await tx
    .update(users)
    .set({ verified: true, invitedAt: null })
    .where(and(eq(users.schoolId, schoolId), eq(users.id, userId), isNull(users.disabledAt)))
    .returning({ userId: users.id, passwordHash: users.passwordHash, email: users.email })
  return account
}
