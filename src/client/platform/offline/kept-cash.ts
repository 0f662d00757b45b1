import { atom } from 'jotai'
import type { KeptCash } from '#local/admissions/cash.ts'
import { cashDbName, hasDatabase } from '#local/storage/names.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { store } from '../store.ts'

/** The cash that whoever is signed in took on this device in the last days, booked or not; null until it was read. */
export const keptCashAtom = atom<readonly KeptCash[] | null>(null)

/** How many receipts that colleagues gave on this device wait until they sign in here. */
export const othersCashAtom = atom(0)

/** Goes on sending what an earlier visit took. Known without opening a database where there is none, as on most devices. */
export async function resumeKeptCash(): Promise<void> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDatabase(cashDbName(code)))) return
  const { startSendingCash } = await import('./send-cash.ts')
  await startSendingCash(code)
}
