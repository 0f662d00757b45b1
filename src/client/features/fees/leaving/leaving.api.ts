// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { previewLeaving, settleLeaving, undoLeaving } from '#shared/fees/leaving/leaving.contract.ts'

export type LeavingAsked = z.input<typeof previewLeaving.body>

export const calculateLeaving = (asked: LeavingAsked) => ask(previewLeaving, asked)
export const settle = (asked: z.input<typeof settleLeaving.body>) => ask(settleLeaving, asked)
export const undoSettlement = (asked: z.input<typeof undoLeaving.body>) => ask(undoLeaving, asked)
