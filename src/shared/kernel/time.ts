// chunk: frame
/** Where time comes from. Passed in everywhere, so that tests and the simulator own it. */
export interface Clock {
  /** Milliseconds since 1970 by the wall clock; may jump in either direction. */
  nowMs(): number
  /** Milliseconds that only grow while the process lives; unrelated to the wall clock. */
  monotonicMs(): number
}

/** A UTC instant on the wire. */
export type Instant = string

/** A calendar day in the school's own time zone, as `YYYY-MM-DD`. */
export type Day = string

export const toInstant = (ms: number): Instant => new Date(ms).toISOString()
export const fromInstant = (instant: Instant): number => Date.parse(instant)

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

const wallClocks = new Map<string, Intl.DateTimeFormat>()

function wallClockIn(timeZone: string): Intl.DateTimeFormat {
  let wallClock = wallClocks.get(timeZone)
  if (!wallClock) {
    // Calendar and digits are named because a device's own defaults may be others.
    wallClock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
    wallClocks.set(timeZone, wallClock)
  }
  return wallClock
}

/**
 * The business day an instant belongs to: the local calendar day, begun when the clock on the wall shows
 * `cutoverMinute` minutes past 00:00, also on days when clocks change (a sale at 01:30 with a cut-over of 04:00
 * belongs to the day before). `cutoverMinute` is 0 to 1439; throws `RangeError` on an unknown time zone.
 */
export function businessDay(atMs: number, timeZone: string, cutoverMinute: number): Day {
  const shown = new Map(
    wallClockIn(timeZone)
      .formatToParts(atMs)
      .map((part) => [part.type, Number(part.value)]),
  )
  const show = (part: Intl.DateTimeFormatPartTypes) => shown.get(part) ?? 0
  const midnight = Date.UTC(show('year'), show('month') - 1, show('day'))
  const isDayBefore = show('hour') * 60 + show('minute') < cutoverMinute
  return toInstant(isDayBefore ? midnight - dayMs : midnight).slice(0, 10)
}

/** The first moment after a day of the school: what may be done until the end of that day may be done before it. */
export function endOfDay(day: Day, timeZone: string): number {
  const midnight = fromInstant(`${day}T00:00:00.000Z`) + dayMs
  // No place on earth is further from UTC; where clocks change at midnight the day ends when the change does.
  let [before, after] = [midnight - 15 * hourMs, midnight + 15 * hourMs]
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2)
    if (businessDay(between, timeZone, 0) > day) after = between
    else before = between
  }
  return after
}

/** So many days after a day of the calendar. */
export const dayAfter = (day: Day, days: number): Day =>
  toInstant(fromInstant(`${day}T00:00:00.000Z`) + days * dayMs).slice(0, 10)
