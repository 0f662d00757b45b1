import { monthsAfter } from '#shared/kernel/months.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeePack } from './fee-pack.types.ts'

/*
 * Whether a regulator allows an amount that is higher than before: with an approval, not soon after the last rise, not within a school
 * year, and registered in time. Amounts are yearly ones before discounts and tax, in minor units.
 */

export interface RiseAsk {
  /** First calendar year of the school year. */
  readonly year: number
  readonly yearStartsOn: Day
  readonly amount: number
  /** What was asked of the same children before, by year; of this year where somebody was billed by it. */
  readonly before: readonly { readonly year: number; readonly amount: number }[]
  /** Whether the regulator's reference is known. */
  readonly isApproved: boolean
  /** Day on which the regulator registered the amount; null where it is not known. */
  readonly registeredOn: Day | null
}

export type RiseFault =
  | { readonly rule: 'rise-unapproved' | 'rise-within-year'; readonly asked: Minor; readonly before: Minor }
  /** `year` is that of the last rise, `from` the first year of the next. */
  | { readonly rule: 'rise-too-soon'; readonly year: number; readonly from: number }
  | { readonly rule: 'registered-late'; readonly on: Day | null; readonly until: Day }

/** Returns the rule that an amount would break; undefined when the pack allows it, or none is recorded. */
export function riseFault(pack: FeePack | undefined, ask: RiseAsk): RiseFault | undefined {
  const rule = pack?.rise
  const { amount, year } = ask
  if (!rule || amount === 0) return undefined
  const before = ask.before.filter((each) => each.year <= year).toSorted((a, b) => a.year - b.year)
  const last = before.at(-1)
  if (last && amount > last.amount) {
    const values = { asked: minor(amount), before: minor(last.amount) }
    if (rule.isFixedInYear && last.year === year) return { rule: 'rise-within-year', ...values }
    if (rule.byApproval && !ask.isApproved) return { rule: 'rise-unapproved', ...values }
    const risen = lastRise(before)
    if (risen !== undefined && year - risen < rule.yearsBetween)
      return { rule: 'rise-too-soon', year: risen, from: risen + rule.yearsBetween }
  }
  return rule.registeredMonths === null ? undefined : lateFault(ask, rule.registeredMonths)
}

/** Returns the year of the last rise among amounts in the order of their years. */
const lastRise = (amounts: RiseAsk['before']): number | undefined =>
  amounts.findLast(({ amount }, at) => amount > (amounts[at - 1]?.amount ?? amount))?.year

function lateFault({ yearStartsOn, registeredOn }: RiseAsk, months: number): RiseFault | undefined {
  const until = monthsAfter(yearStartsOn, -months)
  const isInTime = registeredOn !== null && registeredOn <= until
  return isInTime ? undefined : { rule: 'registered-late', on: registeredOn, until }
}
