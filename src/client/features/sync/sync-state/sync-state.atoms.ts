// chunk: device
import { atom } from 'jotai'
import { wasPaired } from '#client/platform/offline/canary.ts'
import { identityAtom } from '#client/platform/offline/device.ts'
import { followOutbox, outboxStatusAtom } from '#client/platform/offline/outbox.atoms.ts'
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { store } from '#client/platform/store.ts'

/** Whether the list behind the chip is open; `leaving` when somebody wants to sign out with work unsent. */
export const listAtom = atom<'closed' | 'open' | 'leaving'>('closed')

/** How long a sign-out waits for storage that does not answer. */
const patienceMs = 3000

const isPaired = (): boolean => {
  const identity = store.get(identityAtom)
  return identity === undefined ? wasPaired(store.get(tenantAtom).code) : identity !== null
}

let answerLeave: ((mayLeave: boolean) => void) | undefined

/**
 * Asked before a sign-out. With nothing unsent: yes. Else the list opens and says what is there; the answer comes when the
 * person has exported it or decided to stay. On a paired device that cannot say what is unsent, something counts as unsent.
 */
export async function mayLeave(): Promise<boolean> {
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([followOutbox().catch(() => undefined), tooLong])
  const status = store.get(outboxStatusAtom)
  if (status ? status.pending + status.attention === 0 : !isPaired()) return true
  answerLeave?.(false)
  store.set(listAtom, 'leaving')
  return new Promise((resolve) => {
    answerLeave = resolve
  })
}

/** Closes the list and answers a waiting sign-out. */
export function closeList(isLeaving = false): void {
  store.set(listAtom, 'closed')
  answerLeave?.(isLeaving)
  answerLeave = undefined
}
