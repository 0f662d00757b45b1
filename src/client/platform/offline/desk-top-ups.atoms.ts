// chunk: offline-state
import { atom } from 'jotai'
import type { PendingTopUp } from '#shared/pos/top-ups/desk-top-up.types.ts'

/** Cash for pupils' accounts that the signed-in person took on this device in the last days, booked or not. */
export const pendingTopUpsAtom = atom<readonly PendingTopUp[]>([])
