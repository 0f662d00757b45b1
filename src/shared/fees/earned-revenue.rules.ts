import type { Day } from '#shared/kernel/time.ts'
import { schoolMonths } from './plans/school-month.rules.ts'

/** Revenue of a component and school year that is deferred. Amounts in minor units. */
export interface Deferred {
  readonly year: number
  readonly component: string
  readonly yearStartsOn: Day
  /** Invoiced, less what credit notes took back. */
  readonly deferred: number
  /** Booked as earned in the months before. */
  readonly earned: number
}

/**
 * Returns what of it is earned in a month: an equal share of what is not earned yet for each month of the year that is left, and all
 * of it in the last month and later. So credit notes lower the months that are not earned; where they took more than that, the rest is
 * below zero. Nothing is earned before the year.
 * @param month its first day
 */
export function earnedIn({ yearStartsOn, deferred, earned }: Deferred, month: Day): number {
  const months = schoolMonths(yearStartsOn)
  const begun = months.filter((first) => first <= month).length
  if (begun === 0) return 0
  const left = deferred - earned
  return left <= 0 ? left : Math.floor(left / (months.length - begun + 1))
}
