import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { AccountMovement } from '../account-money.contract.ts'
import type { DeskTopUp } from './desk-top-up.contract.ts'

/** What stands on a provisional receipt of a top-up beside the operation. */
interface TopUpPaper {
  holder: AccountMovement['holder']
  cashier: Bilingual
}

/** Cash for an account that is about to be taken; the number and the moment are the device's. */
export interface TopUpRequest {
  operation: Omit<DeskTopUp, 'provisional' | 'takenAt'>
  paper: TopUpPaper
}

/** What is shown with it; the receipt is null until the server has booked it. */
export interface TopUpShown {
  paper: TopUpPaper
  receipt: { number: string } | null
}

export interface PendingTopUp extends TopUpShown {
  operation: DeskTopUp
  /** When the server's answer came, by the clock of the device; null before. */
  bookedAtMs: number | null
  problem: MessageId | null
}
