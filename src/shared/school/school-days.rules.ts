// chunk: rules
import { businessDay, type Day, dayAfter, dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'

/** Days without work besides the weekend, the first and the last of them included. */
export interface DaysOff {
  readonly from: Day
  readonly to: Day
}

/** How many spans a school writes down, and how long one may be: a year has fewer and shorter ones. */
export const maxHolidays = 60
export const maxHolidayMs = 100 * dayMs

/** The day that is so many working days after this one. `weekend`: days without, 0 for Sunday; `holidays` count as little. */
export function workingDayAfter(
  day: Day,
  workingDays: number,
  weekend: readonly number[],
  holidays: readonly DaysOff[] = [],
): Day {
  let at = day
  let left = weekend.length < 7 ? workingDays : 0
  while (left > 0) {
    at = dayAfter(at, 1)
    if (!isDayOff(at, weekend, holidays)) left -= 1
  }
  return at
}

/** Whether nobody works on a day: the weekend, or one of these holidays. */
export const isDayOff = (day: Day, weekend: readonly number[], holidays: readonly DaysOff[]): boolean =>
  weekend.includes(new Date(`${day}T00:00:00.000Z`).getUTCDay()) ||
  holidays.some(({ from, to }) => from <= day && day <= to)

/**
 * Returns how many school days have begun since a moment, its own day not counted.
 * @param off days of the week without school, 0 for Sunday, and holidays
 */
export function schoolDaysSince(
  fromMs: number,
  toMs: number,
  timeZone: string,
  off: { readonly weekend: readonly number[]; readonly holidays?: readonly DaysOff[] | undefined },
): number {
  const last = fromInstant(`${businessDay(toMs, timeZone, 0)}T00:00:00.000Z`)
  const first = fromInstant(`${businessDay(fromMs, timeZone, 0)}T00:00:00.000Z`)
  let days = 0
  for (let at = first + dayMs; at <= last; at += dayMs) {
    if (!isDayOff(toInstant(at).slice(0, 10), off.weekend, off.holidays ?? [])) days += 1
    if (days > 366) break
  }
  return days
}
