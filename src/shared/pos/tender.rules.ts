import { add, type Minor, minor, roundToIncrement, subtract, sum } from '#shared/kernel/money.ts'
import type { Tender } from './sale.contract.ts'

/** What is still to be paid: total − Σ tenders. Never negative while tenders come from these functions. */
export const dueAfter = (total: number, tenders: readonly Tender[]): Minor =>
  subtract(total, sum(tenders.map((t) => t.amount)))

/** What to ask for in cash: the due rounded to the smallest coin. */
export const cashToAsk = (due: number, increment: number): Minor => roundToIncrement(due, increment)

/**
 * Cash over the counter. Enough money settles the whole due and gives change against the rounded amount; less settles
 * just what was given. Nothing given settles only a due that rounds to nothing, so that a free sale has its tender too.
 * Undefined for money that is no multiple of the smallest coin, for nothing where something is asked and for something
 * where nothing is due.
 */
export function cashTender(id: string, due: number, given: number, increment: number): Tender | undefined {
  if (given < 0 || due < 0 || given % increment !== 0) return undefined
  const asked = cashToAsk(due, increment)
  if (due === 0 ? given > 0 : given === 0 && asked > 0) return undefined
  const settles = given >= asked
  return {
    kind: 'cash',
    id,
    amount: minor(settles ? due : given),
    given: minor(given),
    change: settles ? subtract(given, asked) : minor(0),
    rounding: settles ? subtract(asked, due) : minor(0),
  }
}

/**
 * What is wrong with the tenders of a sale, each fault once; empty when they settle it exactly. With the smallest coin
 * (`increment`) it also judges the coins and how much was rounded.
 */
export function tenderFaults(total: number, tenders: readonly Tender[], increment?: number): string[] {
  const cash = tenders.filter((t) => t.kind === 'cash')
  const faults = {
    'no-tender': tenders.length === 0,
    'tenders-do-not-settle': dueAfter(total, tenders) !== 0,
    'negative-tender': tenders.some((t) => t.amount < 0),
    'cash-does-not-add-up': cash.some((t) => subtract(t.given, t.change) !== add(t.amount, t.rounding)),
    'negative-cash': cash.some((t) => t.given < 0 || t.change < 0),
    'no-such-coin':
      increment !== undefined &&
      cash.some((t) => !t.carried && (t.given % increment !== 0 || t.change % increment !== 0)),
    'rounding-too-large': increment !== undefined && 2 * Math.abs(sum(cash.map((t) => t.rounding))) > increment,
  }
  return Object.entries(faults).flatMap(([fault, found]) => (found ? [fault] : []))
}
