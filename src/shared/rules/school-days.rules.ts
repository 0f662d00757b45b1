import { businessDay, dayMs, fromInstant, toInstant } from '#shared/kernel/time.ts'

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
