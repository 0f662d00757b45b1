import { type Minor, minor } from '#shared/kernel/money.ts'

/** Why more or less is there than the receipts say. */
export const differenceReasons = ['change', 'miscount', 'not-recorded', 'late-receipt', 'unknown'] as const
export type DifferenceReason = (typeof differenceReasons)[number]

/** What a session holds, in minor units. */
export interface CashSums {
  readonly float: number
  readonly receipts: number
  readonly refunds: number
  readonly banked: number
}

/** Returns what must be in the drawer: float + receipts − refunds − banked. */
export const expectedCash = ({ float, receipts, refunds, banked }: CashSums): Minor =>
  minor(float + receipts - refunds - banked)
