// chunk: till-sheets
import { countedCash, isCountOf } from '#shared/kernel/cash-count.rules.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { usualCashTolerance } from '#shared/school/cash-tolerance.rules.ts'
import type { CashPiles } from '../shift.contract.ts'

/** Returns whether a difference asks for another count, and then for a reason. Amounts in minor units. */
export const isBeyond = (difference: number, tolerance: number = usualCashTolerance): boolean =>
  Math.abs(difference) > tolerance

const shiftsLookedAt = 10
const sameSign = 3

/**
 * Returns whether the first of these differences, latest first, is one of three or more with its sign in ten shifts: a small steady
 * shortage, or as steady an excess.
 */
export function isSteady(differences: readonly number[]): boolean {
  const [latest = 0] = differences
  const same = differences.slice(0, shiftsLookedAt).filter((each) => Math.sign(each) === Math.sign(latest))
  return latest !== 0 && same.length >= sameSign
}

/** Returns whether notes and coins come to the amount beside them, in the currency's own denominations. */
export const isCountRight = (
  currency: Currency,
  { amount, piles }: { amount: number; piles?: CashPiles | undefined },
): boolean => !piles || (isCountOf(currency, piles) && countedCash(piles) === amount)
