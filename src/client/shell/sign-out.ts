import { clearSession, currentSession } from '#client/platform/session.ts'

/** Asked before a sign-out; answers false to stay, after having told the person why. */
type SignOutCheck = () => Promise<boolean>

const checks = new Set<SignOutCheck>()

/** For features that keep unsent work. Answers the way to stop asking. */
export function beforeSignOut(check: SignOutCheck): () => void {
  checks.add(check)
  return () => checks.delete(check)
}

/** Without the code or the storage to look with, the sign-out is not held up. */
const mayLeaveDrafts = () =>
  import('#client/platform/account-drafts.ts').then(({ leaveDrafts }) => leaveDrafts()).catch(() => true)

/** Ends the session here at once, and on the server as soon as it can be told; the router leads to the sign-in. */
export async function signOutHere(): Promise<void> {
  for (const check of checks) if (!(await check())) return
  const { token, user } = currentSession()
  if (user?.authority.includes('family') && !(await mayLeaveDrafts())) return
  clearSession()
  if (!token) return
  const { endSession } = await import('./sign-out.api.ts')
  await endSession(token)
}
