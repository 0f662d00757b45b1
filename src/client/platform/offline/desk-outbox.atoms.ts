// chunk: offline-state
import { atom } from 'jotai'
import type { PendingCash, PendingDecision } from '#local/admissions/desk-work.types.ts'
import { hasDeskWork } from '#local/storage/desk-names.ts'
import type { PendingFeeCash } from '#shared/fees/fee-cash.types.ts'
import type { PendingWriting } from '#shared/students/student-writing.types.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { store } from '../store.ts'

/** Decisions of the signed-in person that are kept on this device and not at the server yet; null until they were read. */
export const pendingDecisionsAtom = atom<readonly PendingDecision[] | null>(null)

/** Notes and tasks of the signed-in person that are kept on this device and not at the server yet. */
export const pendingWritingsAtom = atom<readonly PendingWriting[]>([])

/** Cash that the signed-in person took on this device in the last days, booked or not; null until it was read. */
export const pendingCashAtom = atom<readonly PendingCash[] | null>(null)

/** The same for fees. */
export const pendingFeeCashAtom = atom<readonly PendingFeeCash[]>([])

/** How many receipts that colleagues gave on this device wait until they sign in here. */
export const othersCashAtom = atom(0)

/** Goes on sending what an earlier visit kept. Known without opening a database where there is none, as on most devices. */
export async function resumeDeskWork(): Promise<void> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDeskWork(code))) return
  const { followDesk } = await import('./desk-outbox.ts')
  await followDesk()
}
