import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { clearSession, currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import { cashDbName, hasDatabase, lastDataDbName, letterDraftsDbName } from '#local/storage/names.ts'

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
  import('#client/platform/offline/account-drafts.ts').then(({ leaveDrafts }) => leaveDrafts()).catch(() => true)

/** Nor is it by words of letters that only this device has, where there were never any. */
async function mayLeaveLetters(): Promise<boolean> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDatabase(letterDraftsDbName(code)))) return true
  return import('#client/platform/offline/letter-drafts.ts')
    .then((drafts) => drafts.leaveLetterDrafts())
    .catch(() => true)
}

/** A cashier whose cash the server has not booked is told so; where none was ever taken, nothing is looked for. */
async function mayLeaveCash(): Promise<boolean> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDatabase(cashDbName(code)))) return true
  return import('#client/platform/offline/send-cash.ts').then(({ leaveCash }) => leaveCash()).catch(() => true)
}

/** What this person saw last of the desk goes with them. */
async function forgetDesk(): Promise<void> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDatabase(lastDataDbName(code)))) return
  const { forgetLastData } = await import('#local/admissions/last-data.ts')
  await forgetLastData(code)
}

/** Ends the session here at once, and on the server as soon as it can be told; the router leads to the sign-in. */
export async function signOutHere(): Promise<void> {
  for (const check of checks) if (!(await check())) return
  const { token, user } = currentSession()
  if (user?.authority.includes('family') && !(await mayLeaveDrafts())) return
  if (!(await mayLeaveLetters()) || !(await mayLeaveCash())) return
  clearSession()
  void forgetDesk().catch(() => undefined)
  if (!token) return
  const { endSession } = await import('./sign-out.api.ts')
  await endSession(token)
}
