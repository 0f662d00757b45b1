import type { z } from 'zod'
import type { CashReceipt, CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import type { OpenTransition } from '#shared/admissions/student.contract.ts'
import type { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import type { IncludedTax } from '#shared/fees/tax/fee-tax.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'

/** The commands in a stream `desk/<userId>`. The names are for ever: a device may hold one for weeks. */
export const deskKinds = {
  decision: 'student.decide',
  cash: 'cash.take',
  topUp: 'account.topUp',
  note: 'student.note',
  task: 'student.task',
} as const

/** Whether it is money in the drawer: asked again whatever the server says, and never given up. */
export const isMoney = ({ kind }: { readonly kind: string }): boolean =>
  kind === deskKinds.cash || kind === deskKinds.topUp

export type DecisionRequest = z.input<typeof studentUpdate.body>

/** What is shown with a decision: how the student stood, which step it was, what was said. */
export interface DecisionShown {
  seen: StudentRow
  move: z.infer<typeof OpenTransition>
  said: { reason: string; note: string; reviewOn: string }
}

/** What somebody decided, and on what: enough to show it beside what has become of the student since. */
export interface DecisionMade extends DecisionShown {
  asked: DecisionRequest
}

export interface PendingDecision extends DecisionMade {
  keptAtMs: number
  /** Why the server would not take it; null while it waits for the network. */
  problem: MessageId | null
}

/** What stands on the receipt beside the operation. */
interface OnPaper {
  /** Of the child's file, as it is written. */
  reference: string
  names: readonly string[]
  cashier: Bilingual
  /** That the amount contains, by what the device knew; absent on papers of an earlier edition. */
  tax?: IncludedTax | null
}

/** Money that is about to be taken; the number and the moment are the device's. */
export interface CashRequest {
  operation: Omit<CashTaken, 'provisional' | 'takenAt'>
  paper: OnPaper
}

/** What is shown with cash: its paper, and the receipt as the server has booked it; null while it has not. */
export interface CashShown {
  paper: OnPaper
  receipt: CashReceipt | null
}

export interface PendingCash extends CashShown {
  operation: CashTaken
  problem: MessageId | null
}
