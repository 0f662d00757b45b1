// chunk: fees
import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import {
  bankCash,
  cashbook,
  closeCashSession,
  openCashSession,
  ownCashSession,
} from '#shared/fees/cashbook/cashbook.contract.ts'

export const readOwnSession = () => ask(ownCashSession, {})
export const readCashbook = () => ask(cashbook, {})
export const open = (asked: z.input<typeof openCashSession.body>) => ask(openCashSession, asked)
export const bank = (asked: z.input<typeof bankCash.body>) => ask(bankCash, asked)
export const close = (asked: z.input<typeof closeCashSession.body>) => ask(closeCashSession, asked)
