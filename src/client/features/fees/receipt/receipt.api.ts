// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { recordFeePayment } from '#shared/fees/fee-payment.contract.ts'

export const recordPayment = async (asked: z.input<typeof recordFeePayment.body>) =>
  (await ask(recordFeePayment, asked)).receipt
export const takeCheque = async (asked: z.input<typeof receiveCheque.body>) => (await ask(receiveCheque, asked)).cheque
