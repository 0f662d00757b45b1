import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { cleanPicture } from '#server/features/school/logo/clean-picture.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Database, Tx } from '#server/kernel/db.ts'
import { avatarSide, type OwnWords, type Profile } from '#shared/identity/profile.contract.ts'
import { fromBase64, toHex } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { inItsScript } from './accounts.service.ts'
import { userPictures, users } from './auth.table.ts'
import type { ProvenAccount } from './auth.service.ts'
import { avatarPath } from './auth.view.ts'

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
  avatar: avatarPath(user),
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

/** Returns by what an account is known to be its owner's. @throws AppError request.not-found when it is gone */
export async function ownProof(tx: Tx, schoolId: string, userId: UserId): Promise<ProvenAccount> {
  const { passwordHash, email } = await ownAccount(tx, schoolId, userId)
  return { userId, passwordHash, email }
}

/** Random bytes of a picture's name: as hard to guess as a key. */
const nameBytes = 16

/**
 * Sets the person's own picture, null for none; the former one is deleted.
 * @returns its path @throws AppError profile.avatar-refused
 */
export async function saveAvatar(tx: Tx, ctx: SessionCtx, base64: string | null): Promise<string> {
  const { schoolId } = ctx.school
  const { userId } = ctx.session.user
  const clean = base64 === null ? null : cleanPicture(fromBase64(base64), avatarSide)
  if (clean === undefined) throw new AppError('profile.avatar-refused', { field: 'data' })
  const user = await ownAccount(tx, schoolId, userId)
  if (clean === null && user.avatar === null) return ''
  const name = clean && toHex(ctx.deps.random.bytes(nameBytes))
  if (clean && name) {
    const at = toInstant(ctx.deps.clock.nowMs())
    await tx.insert(userPictures).values({ ...clean, schoolId, name, at })
  }
  await tx.update(users).set({ avatar: name }).where(isOwn(schoolId, userId))
  if (user.avatar !== null) await tx.delete(userPictures).where(isPicture(schoolId, user.avatar))
  await recordAuditEvent(tx, ctx, 'avatar-set', { about: userId, facts: {} })
  return avatarPath({ schoolId, avatar: name })
}

const isPicture = (schoolId: string, name: string) =>
  and(eq(userPictures.schoolId, schoolId), eq(userPictures.name, name))

/** Returns a picture by its name; undefined where the school has none like that. */
export const readAvatar = (db: Database, schoolId: string, name: string) =>
  db.tenant(schoolId, async (tx) => {
    const { kind, data } = userPictures
    const [row] = await tx.select({ kind, data }).from(userPictures).where(isPicture(schoolId, name))
    return row
  })
