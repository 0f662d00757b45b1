import { type Day, dayAfter, endOfDay } from '#shared/kernel/time.ts'

interface Paper {
  /** Day written on the paper, not after `today`. */
  on: Day
  /** School's own day. */
  today: Day
  /** Time of entry, by the server's clock. */
  nowMs: number
  timeZone: string
}

/**
 * Returns when a decision on paper takes effect, in milliseconds: now if dated today, since staff entering it see what came by
 * link. For an earlier day the hour is unknown: a yes counts from the start of that day and a no until its end, so that in doubt
 * the no holds.
 */
export function paperDecidedMs({ on, today, nowMs, timeZone }: Paper, agrees: boolean): number {
  if (on >= today) return nowMs
  return agrees ? endOfDay(dayAfter(on, -1), timeZone) : endOfDay(on, timeZone) - 1
}
