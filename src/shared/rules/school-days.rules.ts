import { businessDay, type Day, dayAfter, dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'

/** The day that is so many working days after this one. `weekend`: days without, 0 for Sunday. */
export function workingDayAfter(day: Day, workingDays: number, weekend: readonly number[]): Day {
  let at = day
  let left = weekend.length < 7 ? workingDays : 0
  while (left > 0) {
    at = dayAfter(at, 1)
    if (!weekend.includes(new Date(`${at}T00:00:00.000Z`).getUTCDay())) left -= 1
  }
  return at
}

/** Days of school that have begun since a moment, its own day not counted. `weekend`: days without, 0 for Sunday. */
export function schoolDaysSince(fromMs: number, toMs: number, timeZone: string, weekend: readonly number[]): number {
  const last = fromInstant(`${businessDay(toMs, timeZone, 0)}T00:00:00.000Z`)
  const first = fromInstant(`${businessDay(fromMs, timeZone, 0)}T00:00:00.000Z`)
  let days = 0
  for (let at = first + dayMs; at <= last; at += dayMs) {
    if (!weekend.includes(new Date(toInstant(at)).getUTCDay())) days += 1
    if (days > 366) break
  }
  return days
}
