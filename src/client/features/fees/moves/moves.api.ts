// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { allocationTrail } from '#shared/fees/allocation-trail.contract.ts'
import { issueCreditNote } from '#shared/fees/fee-document.contract.ts'
import { reallocatePayment } from '#shared/fees/fee-payment.contract.ts'

export const readTrail = async (of: 'payment' | 'charge', trailId: string) =>
  (await ask(allocationTrail, { trailOf: of, trailId })).steps
export const movePayment = (asked: z.input<typeof reallocatePayment.body>) => ask(reallocatePayment, asked)
export const credit = (asked: z.input<typeof issueCreditNote.body>) => ask(issueCreditNote, asked)
