// chunk: frame
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { clearSession, currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import { deskOutboxName, hasDatabase, lastDataDbName, letterDraftsDbName } from '#local/storage/names.ts'

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
  import('#client/platform/offline/account-drafts.ts').then(({ clearDrafts }) => clearDrafts()).catch(() => true)

/** Nor is it by what only this device has, where there was never any: a database with this name. */
async function mayLeave(nameFor: (schoolCode: string) => string, leave: () => Promise<boolean>): Promise<boolean> {
  const { code } = store.get(tenantAtom)
  return !code || !(await hasDatabase(nameFor(code))) || leave().catch(() => true)
}

const mayLeaveLetters = () =>
  mayLeave(letterDraftsDbName, async () =>
    (await import('#client/platform/offline/letter-drafts.ts')).clearLetterDrafts(),
  )

/** A cashier whose cash the server has not booked is told so. */
const mayLeaveCash = (userId = '') =>
  mayLeave(
    (code) => deskOutboxName(code, userId),
    async () => (await import('#client/platform/offline/leave-cash.ts')).clearPendingCash(),
  )

/** What this person saw last of the desk goes with them. */
async function forgetDesk(): Promise<void> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDatabase(lastDataDbName(code)))) return
  const { forgetLastData } = await import('#local/admissions/last-data.ts')
  await forgetLastData(code)
}

/** Ends the session here at once, and on the server as soon as it can be told; the router leads to the sign-in. */
export async function signOutOnThisDevice(): Promise<void> {
  for (const check of checks) if (!(await check())) return
  const { token, user } = currentSession()
  if (user?.authority.includes('family') && !(await mayLeaveDrafts())) return
  if (!(await mayLeaveLetters()) || !(await mayLeaveCash(user?.userId))) return
  clearSession()
  void forgetDesk().catch(() => undefined)
  if (!token) return
  const { endSession } = await import('./sign-out.api.ts')
  await endSession(token)
}
