// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { feeCheques, moveCheque } from '#shared/fees/cheques/cheque.contract.ts'

export const listCheques = () => ask(feeCheques, {})
export const stepCheque = (asked: z.input<typeof moveCheque.body>) => ask(moveCheque, asked)
export type ChequeList = z.infer<typeof feeCheques.reply>
