import { type Minor, minor } from '#shared/kernel/money.ts'
import { type Day, dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { Entitlement } from './entitlement.contract.ts'

const midnight = (day: Day): number => fromInstant(`${day}T00:00:00.000Z`)
const weekdayOf = (day: Day): number => new Date(midnight(day)).getUTCDay()
const dayBefore = (day: Day): Day => toInstant(midnight(day) - dayMs).slice(0, 10)

/**
 * What the school pays on this day. Of all that was ever said of a pupil, in the order in which it was said, the last word
 * whose first day has come counts; after its own last day nothing does.
 */
export function entitledOn(words: readonly Entitlement[], day: Day): Minor {
  const word = words.findLast(({ from }) => from <= day)
  if (!word || (word.until !== null && word.until < day) || !word.weekdays.includes(weekdayOf(day))) return minor(0)
  return word.amount
}

/** What is left of it after `covered` was paid on that day. Nothing of one day is ever there on another. */
export const leftOn = (words: readonly Entitlement[], day: Day, covered: number): Minor =>
  minor(Math.max(0, entitledOn(words, day) - covered))

/** What of a charge the school pays, and so not the account. */
export const coverOf = (left: number, charge: number): Minor => minor(Math.max(0, Math.min(left, charge)))

/** The same amounts from `day` on, without what counts no longer: each word ends where a later one begins. */
export function countingFrom(words: readonly Entitlement[], day: Day): Entitlement[] {
  return words.flatMap((word, index) => {
    const nextFrom = words.slice(index + 1).reduce<Day | null>((least, { from }) => {
      return least === null || from < least ? from : least
    }, null)
    const cut = nextFrom === null ? null : dayBefore(nextFrom)
    const until = cut !== null && (word.until === null || cut < word.until) ? cut : word.until
    const isOver = until !== null && (until < word.from || until < day)
    return isOver || word.amount === 0 || word.weekdays.length === 0 ? [] : [{ ...word, until }]
  })
}
