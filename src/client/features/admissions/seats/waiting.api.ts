import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { waitingList } from '#shared/admissions/waiting-list.contract.ts'
import type { Place } from '#shared/students/seat.contract.ts'

export const readWaiting = (place: Place) => ask(waitingList, place)

export type WaitingChildren = z.infer<typeof waitingList.reply>['children']
