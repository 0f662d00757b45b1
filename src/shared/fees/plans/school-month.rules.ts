import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import { monthsAfter } from '#shared/kernel/months.ts'
import type { Day } from '#shared/kernel/time.ts'

/*
 * The months of a school year as fees count them: a year's fee is ten months. The first is the calendar month in which the year
 * begins, or the next one where it begins after the 15th.
 */

const count = 10

/** Returns the first day of each of the ten months. */
export function schoolMonths(yearStartsOn: Day): Day[] {
  const first = `${yearStartsOn.slice(0, 7)}-01`
  const later = Number(yearStartsOn.slice(8)) > 15 ? 1 : 0
  return Array.from({ length: count }, (_, at) => monthsAfter(first, at + later))
}

/** Returns the month of a day, from 0 to 9; days before the first month count to it, days after the last to that one. */
export const schoolMonthOf = (day: Day, yearStartsOn: Day): number =>
  Math.max(0, schoolMonths(yearStartsOn).filter((first) => first <= day).length - 1)

export interface Period {
  readonly fromOn: Day
  /** Last day; null for no end. */
  readonly untilOn: Day | null
}

/** Returns which of the ten months the periods touch: a month that has begun counts whole. */
export function monthsTaken(periods: readonly Period[], yearStartsOn: Day): boolean[] {
  const months = schoolMonths(yearStartsOn)
  return months.map((month, at) => {
    const first = at === 0 && yearStartsOn < month ? yearStartsOn : month
    const next = monthsAfter(month, 1)
    return periods.some(({ fromOn, untilOn }) => fromOn < next && (untilOn === null || first <= untilOn))
  })
}

/**
 * Returns what is left of the parts of a year for the months taken. Each part covers the months that follow those of the part
 * before it, so months missed at the beginning lower the first parts, and no part is above what it was.
 * @param amounts of the whole year, in minor units
 */
export function partsTaken(amounts: readonly number[], months: readonly boolean[]): Minor[] {
  const total = BigInt(sum(amounts))
  const edge = (month: number) => Number((total * BigInt(month)) / BigInt(count))
  let from = 0
  return amounts.map((amount) => {
    const until = from + amount
    const covered = months.map((isTaken, at) =>
      isTaken ? Math.max(0, Math.min(until, edge(at + 1)) - Math.max(from, edge(at))) : 0,
    )
    from = until
    return minor(covered.reduce((all, each) => all + each, 0))
  })
}

/** Writes which of the ten months are taken as the bits of a number, the first month in the lowest. */
export const monthBits = (months: readonly boolean[]): number =>
  months.reduce((bits, isTaken, at) => (isTaken ? bits | (1 << at) : bits), 0)

/** Returns the months that are taken and not among those of the bits. */
export const monthsBeside = (months: readonly boolean[], bits: number): boolean[] =>
  months.map((isTaken, at) => isTaken && (bits & (1 << at)) === 0)
