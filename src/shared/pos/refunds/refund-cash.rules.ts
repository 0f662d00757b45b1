import { add, type Minor, sum } from '#shared/kernel/money.ts'
import type { RefundTender } from './refund.contract.ts'

/** Cash that leaves the drawer for refunds. */
export const cashOf = (tenders: readonly RefundTender[]): Minor =>
  sum(tenders.map((t) => (t.kind === 'cash' ? add(t.amount, t.rounding) : 0)))
