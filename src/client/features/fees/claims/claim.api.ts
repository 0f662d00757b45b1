// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { answerRefund, askRefund, askWriteOff, payRefund } from '#shared/fees/fee-refund.contract.ts'

export const claimRefund = (asked: z.input<typeof askRefund.body>) => ask(askRefund, asked)
export const claimWriteOff = (asked: z.input<typeof askWriteOff.body>) => ask(askWriteOff, asked)
export const recordRefundPaid = (asked: z.input<typeof payRefund.body>) => ask(payRefund, asked)
export const enterAnswer = (asked: z.input<typeof answerRefund.body>) => ask(answerRefund, asked)
