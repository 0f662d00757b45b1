import type { SignedInUser } from '#shared/identity/auth.contract.ts'
import type { users } from './auth.table.ts'

/** Returns the parts of a user's row that may be sent. */
export const signedInUser = (user: typeof users.$inferSelect): SignedInUser => ({
  userId: user.id,
  userName: user.userName,
  name: user.name,
  email: user.email,
  avatar: '',
  authority: user.roles,
  pinEpoch: user.pinEpoch,
})
