import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import type { Place } from '#shared/contract/seat.ts'
import { waitingList } from '#shared/contract/waiting-list.ts'

export const readWaiting = (place: Place) => ask(waitingList, place)

export type WaitingChildren = z.infer<typeof waitingList.reply>['children']
