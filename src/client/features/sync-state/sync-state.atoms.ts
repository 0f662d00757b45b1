import { atom } from 'jotai'
import { followOutbox, outboxStatusAtom } from '#client/platform/outbox.atoms.ts'
import { store } from '#client/platform/store.ts'

/** Whether the list behind the chip is open; `leaving` when somebody wants to sign out with work unsent. */
export const listAtom = atom<'closed' | 'open' | 'leaving'>('closed')

let answerLeave: ((mayLeave: boolean) => void) | undefined

/**
 * Asked before a sign-out. With nothing unsent: yes. Else the list opens and says what is there; the answer comes when the
 * person has exported it or decided to stay.
 */
export async function mayLeave(): Promise<boolean> {
  await followOutbox().catch(() => undefined)
  const status = store.get(outboxStatusAtom)
  if (!status || status.pending + status.attention === 0) return true
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
