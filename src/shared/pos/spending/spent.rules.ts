import { type Day, dayAfter } from '#shared/kernel/time.ts'
import type { Spent } from './spending.rules.ts'

/** Sunday, as schools in the Gulf count their weeks. */
export function weekBegins(day: Day): Day {
  return dayAfter(day, -new Date(`${day}T00:00:00Z`).getUTCDay())
}

/** One purchase: business day, minute after midnight, amount in minor units. */
export type Purchase = readonly [day: Day, minute: number, amount: number]

/** Adds up purchases of an account for its rules, as of a business day. `pieces` as bought on that day by item. */
export function spentOf(
  purchases: readonly Purchase[],
  day: Day,
  pieces: ReadonlyMap<string, number> = new Map(),
): Spent {
  const total = (of: (each: Purchase) => boolean) =>
    purchases.reduce((all, each) => (of(each) ? all + each[2] : all), 0)
  const begins = weekBegins(day)
  return {
    day: total(([on]) => on === day),
    week: total(([on]) => begins <= on && on <= day),
    inPeriod: ({ from, until }) => total(([on, minute]) => on === day && from <= minute && minute < until),
    pieces: (itemId) => pieces.get(itemId) ?? 0,
  }
}

/** Returns the minute after midnight in a time zone. */
export function minuteOfDay(atMs: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atMs)
  const [hours = 0, minutes = 0] = parts.split(':').map(Number)
  return hours * 60 + minutes
}
