// chunk: frame
import { clearSession, currentSession } from '#client/platform/session/session.ts'

/** Asked before a sign-out; answers false to stay, after having told the person why. */
type SignOutCheck = () => Promise<boolean>

const checks = new Set<SignOutCheck>()

/** For features that keep unsent work. Answers the way to stop asking. */
export function beforeSignOut(check: SignOutCheck): () => void {
  checks.add(check)
  return () => checks.delete(check)
}

/** Ends the session here at once, and on the server as soon as it can be told; the router leads to the sign-in. */
export async function signOutOnThisDevice(): Promise<void> {
  for (const check of checks) if (!(await check())) return
  const { token, user } = currentSession()
  // Without the code to look with, the sign-out is not held up.
  const data = await import('./personal-data.ts').catch(() => undefined)
  if (data && !(await data.mayLeavePersonalData(user))) return
  clearSession()
  void data?.forgetDesk().catch(() => undefined)
  if (!token) return
  const { endSession } = await import('./sign-out.api.ts')
  await endSession(token)
}
