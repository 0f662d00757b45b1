import { deskOutboxName, hasDatabase } from '#local/storage/names.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { lastErased } from '#shared/retention/retention.contract.ts'
import { ask } from '../http.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { currentSession } from '../session/session.ts'
import { store } from '../store.ts'
import { openLastData } from './last-data.ts'

/** Kept on its way to the device while the file was being erased: so much later it is not believed either. */
const marginMs = 60_000

/** Where a file was erased since, forgets what this device remembers from before: nobody can tell in which answers it stands. */
export async function forgetErased(): Promise<void> {
  const { kind, user } = currentSession()
  if (!hasScopedPermission(kind, user?.authority ?? [], 'students.see')) return
  try {
    const { agoMs } = await ask(lastErased, {})
    const opened = agoMs === null ? undefined : await openLastData()
    if (!opened || agoMs === null) return
    await opened.kept.forgetBefore(opened.nowMs - agoMs + marginMs)
    const { code } = store.get(tenantAtom)
    if (!code || !user || !(await hasDatabase(deskOutboxName(code, user.userId)))) return
    const { emptyErased } = await import('./desk-outbox.ts')
    await emptyErased()
  } catch {
    // Nobody answers: the next contact asks again, and nothing is remembered longer than a week.
  }
}
