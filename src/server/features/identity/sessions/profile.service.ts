import { and, eq } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { OwnWords, Profile } from '#shared/identity/profile.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { inItsScript } from './accounts.service.ts'
import { users } from './auth.table.ts'

type User = typeof users.$inferSelect

const nothingSaid: OwnWords = { phoneNumber: '', relation: '', address: '', city: '', state: '', country: '' }

/** Families wrote their names themselves. The work of staff is recorded under theirs. */
const mayRename = ({ roles }: User): boolean => roles.every((role) => role === 'family')

const profileOf = (user: User): Profile => ({
  ...nothingSaid,
  ...user.ownWords,
  userName: user.userName,
  name: user.name,
  email: user.email,
  avatar: '',
  authority: user.roles,
  mayRename: mayRename(user),
})

const isOwn = (schoolId: string, userId: UserId) => and(eq(users.schoolId, schoolId), eq(users.id, userId))

/** Returns the person's own account. @throws AppError request.not-found when it is gone */
async function ownAccount(tx: Tx, schoolId: string, userId: UserId): Promise<User> {
  const [user] = await tx.select().from(users).where(isOwn(schoolId, userId)).for('update')
  if (!user) throw new AppError('request.not-found')
  return user
}

export const readProfile = async (tx: Tx, schoolId: string, userId: UserId): Promise<Profile> =>
  profileOf(await ownAccount(tx, schoolId, userId))

/** Saves the profile. @throws AppError access.denied for a name the person may not change */
export async function saveProfile(
  tx: Tx,
  schoolId: string,
  userId: UserId,
  { name, ...ownWords }: OwnWords & { name?: string | undefined },
): Promise<Profile> {
  const user = await ownAccount(tx, schoolId, userId)
  if (name !== undefined && !mayRename(user)) throw new AppError('access.denied', { field: 'name' })
  const written = name === undefined ? user.name : { ...user.name, ...onlySaid(inItsScript(name)) }
  await tx.update(users).set({ ownWords, name: written }).where(isOwn(schoolId, userId))
  return profileOf({ ...user, ownWords, name: written })
}

/** Keeps only given scripts; the other one is unchanged. */
const onlySaid = ({ en, ar }: User['name']) => ({ ...(en && { en }), ...(ar && { ar }) })

/** Returns the current password hash of an account. */
export const ownPasswordHash = async (tx: Tx, schoolId: string, userId: UserId): Promise<string> =>
  (await ownAccount(tx, schoolId, userId)).passwordHash
