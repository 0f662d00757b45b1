import type { Tender } from '#shared/contract/sale.ts'
import { add, type Minor, minor, roundToIncrement, subtract, sum } from '#shared/kernel/money.ts'

/** What is still to be paid: total − Σ tenders. Never negative while tenders come from these functions. */
export const dueAfter = (total: number, tenders: readonly Tender[]): Minor =>
  subtract(total, sum(tenders.map((t) => t.amount)))

/** What to ask for in cash: the due rounded to the smallest coin. */
export const cashToAsk = (due: number, increment: number): Minor => roundToIncrement(due, increment)

/**
 * Cash over the counter. Enough money settles the whole due and gives change against the rounded amount; less settles
 * just what was given. Undefined when `given` is nothing or no multiple of the smallest coin.
 */
export function cashTender(id: string, due: number, given: number, increment: number): Tender | undefined {
  if (given < 0 || due < 0 || given % increment !== 0) return undefined
  const asked = cashToAsk(due, increment)
  if (given < asked) {
    return given === 0
      ? undefined
      : { kind: 'cash', id, amount: minor(given), given: minor(given), change: minor(0), rounding: minor(0) }
  }
  if (due === 0) return undefined
  return {
    kind: 'cash',
    id,
    amount: minor(due),
    given: minor(given),
    change: subtract(given, asked),
    rounding: subtract(asked, due),
  }
}

/** What is wrong with the tenders of a sale; empty when they settle it exactly. */
export function tenderFaults(total: number, tenders: readonly Tender[]): string[] {
  const faults: string[] = []
  if (sum(tenders.map((t) => t.amount)) !== total) faults.push('tenders-do-not-settle')
  for (const t of tenders) {
    if (t.amount < 0) faults.push('negative-tender')
    if (t.kind === 'cash' && subtract(t.given, t.change) !== add(t.amount, t.rounding))
      faults.push('cash-does-not-add-up')
    if (t.kind === 'cash' && (t.given < 0 || t.change < 0)) faults.push('negative-cash')
  }
  return [...new Set(faults)]
}
