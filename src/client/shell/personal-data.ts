// chunk: settle
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import type { currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import { deskOutboxName, hasDatabase, lastDataDbName, letterDraftsDbName } from '#local/storage/names.ts'

/** Without the code or the storage to look with, the sign-out is not held up. */
const mayLeaveDrafts = () =>
  import('#client/platform/offline/account-drafts.ts').then(({ clearDrafts }) => clearDrafts()).catch(() => true)

/** Nor is it by what only this device has, where there was never any: a database with this name. */
async function mayLeave(nameFor: (schoolCode: string) => string, leave: () => Promise<boolean>): Promise<boolean> {
  const { code } = store.get(tenantAtom)
  return !code || !(await hasDatabase(nameFor(code))) || leave().catch(() => true)
}

const mayLeaveEdits = () =>
  mayLeave(letterDraftsDbName, async () => (await import('#client/platform/offline/edit-drafts.ts')).clearEdits())

/** A cashier whose cash the server has not booked is told so. */
const mayLeaveCash = (userId = '') =>
  mayLeave(
    (code) => deskOutboxName(code, userId),
    async () => (await import('#client/platform/offline/leave-cash.ts')).clearPendingCash(),
  )

/** Deletes what this person typed and has not sent, after asking. @returns false to stay signed in */
export async function mayLeavePersonalData(user: ReturnType<typeof currentSession>['user']): Promise<boolean> {
  if (user?.authority.includes('family') && !(await mayLeaveDrafts())) return false
  return (await mayLeaveEdits()) && (await mayLeaveCash(user?.userId))
}

/** What this person saw last of the desk goes with them. */
export async function forgetDesk(): Promise<void> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDatabase(lastDataDbName(code)))) return
  const { forgetLastData } = await import('#local/admissions/last-data.ts')
  await forgetLastData(code)
}
