/** Movements of an application's money. */
export const feeMoves = ['paid', 'refund-due', 'refund-paid'] as const
export type FeeMove = (typeof feeMoves)[number]

/** One row of them, in minor units; negative where it reverses another. */
export interface FeeEntry {
  readonly id: string
  readonly kind: FeeMove
  readonly amount: number
  readonly reverses: string | null
}

/** Returns the total received, owed or refunded, in minor units. */
export const feeSum = (rows: readonly FeeEntry[], kind: FeeMove): number =>
  rows.filter((row) => row.kind === kind).reduce((sum, { amount }) => sum + amount, 0)

/**
 * Returns the amounts reversed with a wrong payment: of the money received, and of the refund owed since, where it was included.
 * Rows are the earliest first. Undefined where there is no such payment, where it was reversed already, and where its money was
 * refunded: a refund proves its receipt.
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
