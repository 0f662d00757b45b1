import { atom } from 'jotai'
import type { PendingCash, PendingDecision } from '#local/admissions/desk-work.types.ts'
import { hasDeskWork } from '#local/storage/desk-names.ts'
import type { PendingWriting } from '#shared/students/student-writing.types.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { store } from '../store.ts'

/** What whoever is signed in has decided on this device and the server does not know yet; null until it was read. */
export const pendingDecisionsAtom = atom<readonly PendingDecision[] | null>(null)

/** The notes and tasks that whoever is signed in wrote here and the server does not have yet. */
export const pendingWritingsAtom = atom<readonly PendingWriting[]>([])

/** The cash that whoever is signed in took on this device in the last days, booked or not; null until it was read. */
export const pendingCashAtom = atom<readonly PendingCash[] | null>(null)

/** How many receipts that colleagues gave on this device wait until they sign in here. */
export const othersCashAtom = atom(0)

/** Goes on sending what an earlier visit kept. Known without opening a database where there is none, as on most devices. */
export async function resumeDeskWork(): Promise<void> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDeskWork(code))) return
  const { followDesk } = await import('./desk-outbox.ts')
  await followDesk()
}
