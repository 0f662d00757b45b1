/** What happened to the money of an application. */
export const feeMoves = ['paid', 'refund-due', 'refund-paid'] as const
export type FeeMove = (typeof feeMoves)[number]

/** One row of it, in minor units; less than nothing where it reverses another. */
export interface FeeEntry {
  readonly id: string
  readonly kind: FeeMove
  readonly amount: number
  readonly reverses: string | null
}

/** What came, is owed again or went back, in minor units. */
export const feeSum = (rows: readonly FeeEntry[], kind: FeeMove): number =>
  rows.filter((row) => row.kind === kind).reduce((sum, { amount }) => sum + amount, 0)

/**
 * What is taken off again when a payment was written down wrongly: of what came, and of what is owed since then, where it was
 * counted into that. Rows are the earliest first. Undefined where there is no such payment, where it was reversed already, and
 * where its money went back: what truly left the school came.
 */
export function reversalOf(rows: readonly FeeEntry[], paymentId: string): { paid: number; due: number } | undefined {
  const place = rows.findIndex(({ id, kind, reverses }) => id === paymentId && kind === 'paid' && reverses === null)
  const payment = rows[place]
  if (!payment || rows.some(({ reverses }) => reverses === paymentId)) return undefined
  const isOwed = rows.slice(place).some(({ kind, reverses }) => kind === 'refund-due' && reverses === null)
  const due = isOwed ? payment.amount : 0
  if (feeSum(rows, 'refund-due') - due < feeSum(rows, 'refund-paid')) return undefined
  return { paid: payment.amount, due }
}
