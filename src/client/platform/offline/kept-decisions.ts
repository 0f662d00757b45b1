import { atom } from 'jotai'
import type { KeptDecision } from '#local/admissions/decisions.ts'
import { decisionsDbName, hasDatabase } from '#local/storage/names.ts'
import { tenantAtom } from '../session/school.atoms.ts'
import { currentSession } from '../session/session.ts'
import { store } from '../store.ts'

/** What whoever is signed in has decided on this device and the server does not know yet; null until it was read. */
export const keptDecisionsAtom = atom<readonly KeptDecision[] | null>(null)

/** Goes on sending what an earlier visit kept. Known without opening a database where there is none, as on most devices. */
export async function resumeKeptDecisions(): Promise<void> {
  const { code } = store.get(tenantAtom)
  if (!code || !(await hasDatabase(decisionsDbName(code)))) return
  const { startSending } = await import('./send-decisions.ts')
  await startSending(code)
}

export const signedInUser = (): string | undefined => currentSession().user?.userId
