// chunk: fees
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import type { LeavingReason } from '#shared/fees/regulator/fee-pack.types.ts'
import { minor } from '#shared/kernel/money.ts'

/** What is asked of the calculator. */
export interface LeavingDraft {
  requestedOn: string
  leavingReason: LeavingReason
  /** Codes of components that came back unused. */
  unused: readonly string[]
}

/** Whether the form is still what a result was calculated for. */
export const isSameDraft = (one: LeavingDraft, other: LeavingDraft): boolean =>
  one.requestedOn === other.requestedOn &&
  one.leavingReason === other.leavingReason &&
  one.unused.toSorted().join(' ') === other.unused.toSorted().join(' ')

/**
 * Returns a result as one payer may read it: the own sums and cheques alone. What is not billed yet and seat money without a purpose are
 * left out, since they may be another payer's.
 */
export const leavingOf = (leaving: ChildLeaving, payerId: string): ChildLeaving => ({
  ...leaving,
  sum: {
    ...leaving.sum,
    payers: leaving.sum.payers.filter(({ payer }) => payer.payerId === payerId),
    unbilled: minor(0),
    seatLeft: minor(0),
  },
  cheques: leaving.cheques.filter(({ payer }) => payer.payerId === payerId),
})
