import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import type { users } from './auth.table.ts'

/** Returns the path of a person's picture; empty where there is none. */
export const avatarPath = ({ schoolId, avatar }: Pick<typeof users.$inferSelect, 'schoolId' | 'avatar'>): string =>
  avatar === null ? '' : `/branding/${schoolId}/person/${avatar}`

/** Returns the parts of a user's row that may be sent. */
export const signedInUser = (user: typeof users.$inferSelect): SignedInUser => ({
  userId: user.id,
  userName: user.userName,
  name: user.name,
  email: user.email,
  avatar: avatarPath(user),
  authority: user.roles,
  pinEpoch: user.pinEpoch,
})
