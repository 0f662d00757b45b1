// chunk: offline-state
import { tenantAtom } from '../session/school.atoms.ts'
import { currentSession } from '../session/session.ts'
import { store } from '../store.ts'

/** Whose desk this is, with what is needed to keep something of it on this device; undefined while nobody is signed in. */
export async function deskOwner() {
  const { code } = store.get(tenantAtom)
  const userId = currentSession().user?.userId
  if (!code || userId === undefined) return undefined
  const { machineClock, machineRandom } = await import('#local/kernel/machine.ts')
  return { code, userId, needs: { clock: machineClock, random: machineRandom } }
}
