import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { FeeCash } from './fee-cash.contract.ts'

/** What stands on a provisional receipt for fees beside the operation. */
export interface FeeOnPaper {
  payer: Bilingual
  children: readonly Bilingual[]
  cashier: Bilingual
}

/** Cash for fees that is about to be taken; the number and the moment are the device's. */
export interface FeeCashRequest {
  operation: Omit<FeeCash, 'provisional' | 'takenAt'>
  paper: FeeOnPaper
}

/** What is shown with cash for fees; the receipt is null until the server has booked it. */
export interface FeeCashShown {
  paper: FeeOnPaper
  receipt: { number: string } | null
}

export interface PendingFeeCash extends FeeCashShown {
  operation: FeeCash
  problem: MessageId | null
}
