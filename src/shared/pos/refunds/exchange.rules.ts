// chunk: till-sheets
import { add, type Minor, minor, subtract, zero } from '#shared/kernel/money.ts'
import { cashRefundRounding } from './refund.rules.ts'
import type { RefundTender } from './refund.contract.ts'
import type { Tender } from '../sale.contract.ts'

export interface Carried {
  /** Parts of the sale that the refund pays. */
  tenders: Tender[]
  /** The refund's parts, its cash rounded to what leaves the drawer. */
  refundTenders: RefundTender[]
}

interface CarryRule {
  total: number
  increment: number
  idOf: (n: number) => string
  isCarried: (part: RefundTender) => boolean
}

/**
 * Pays a sale by what its exchange gives back, part after part, as far as it goes and `isCarried` lets it. Only the difference moves: what is carried over
 * is settled to the smallest unit without a coin, and what is left of the refund is rounded to `increment`.
 * @param idOf returns the id of the nth part of the sale
 */
export function carryOver(parts: readonly RefundTender[], { total, increment, idOf, isCarried }: CarryRule): Carried {
  let left = total
  const tenders: Tender[] = []
  const refundTenders = parts.map((part, n): RefundTender => {
    const amount = isCarried(part) ? minor(Math.min(left, part.amount)) : zero
    left -= amount
    if (amount > 0) tenders.push(carriedTender(part, amount, idOf(n)))
    if (part.kind !== 'cash') return part
    return { ...part, rounding: cashRefundRounding(subtract(part.amount, amount), increment) }
  })
  return { tenders, refundTenders }
}

function carriedTender(part: RefundTender, amount: Minor, id: string): Tender {
  const base = { id, amount, carried: true as const }
  switch (part.kind) {
    case 'cash':
      return { kind: 'cash', ...base, given: amount, change: zero, rounding: zero }
    case 'account':
      return { kind: 'account', ...base, customerId: part.customerId }
    case 'card':
      return { kind: 'card', ...base, terminalRef: part.terminalRef }
  }
}

/** What customer and till settle in cash: positive is taken, negative is handed out. */
export const netCash = (refundTenders: readonly RefundTender[], tenders: readonly Tender[]): Minor => {
  const taken = tenders.reduce((all, t) => (t.kind === 'cash' ? add(all, subtract(t.given, t.change)) : all), zero)
  return refundTenders.reduce((all, t) => (t.kind === 'cash' ? subtract(all, add(t.amount, t.rounding)) : all), taken)
}
