import { z } from 'zod'

/** Where time comes from. Passed in everywhere, so that tests and the simulator own it. */
export interface Clock {
  /** Milliseconds since 1970 by the wall clock; may jump in either direction. */
  nowMs(): number
  /** Milliseconds that only grow while the process lives; unrelated to the wall clock. */
  monotonicMs(): number
}

/** A UTC instant on the wire. */
export const Instant = z.iso.datetime({ offset: false })
export type Instant = z.infer<typeof Instant>

/** A calendar day in the school's own time zone, as `YYYY-MM-DD`. */
export const Day = z.iso.date()
export type Day = z.infer<typeof Day>

export const toInstant = (ms: number): Instant => new Date(ms).toISOString()
export const fromInstant = (instant: Instant): number => Date.parse(instant)

const formatters = new Map<string, Intl.DateTimeFormat>()

function dayFormatter(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    // en-CA prints YYYY-MM-DD; the Gregorian calendar is named because a device's own default may be another.
    formatter = new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/**
 * The business day an instant belongs to: the local calendar day, where a day begins `cutoverMinute` minutes after
 * midnight (a sale at 01:30 with a cut-over of 04:00 belongs to the day before).
 */
export const businessDay = (atMs: number, timeZone: string, cutoverMinute: number): Day =>
  dayFormatter(timeZone).format(atMs - cutoverMinute * 60_000)

export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
