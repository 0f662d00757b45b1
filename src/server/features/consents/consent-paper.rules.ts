import { type Day, dayAfter, endOfDay } from '#shared/kernel/time.ts'

interface Paper {
  /** The day that stands on the paper, not after `today`. */
  on: Day
  /** The school's own day. */
  today: Day
  /** When it is written down, by the server's clock. */
  nowMs: number
  timeZone: string
}

/**
 * When a decision on paper counts from, in milliseconds: now where it is of today, since whoever writes it down sees what came by
 * link. Of an earlier day nobody knows the hour: a yes counts from the beginning of that day and a no until its end, so that
 * in doubt the no holds.
 */
export function paperDecidedMs({ on, today, nowMs, timeZone }: Paper, agrees: boolean): number {
  if (on >= today) return nowMs
  return agrees ? endOfDay(dayAfter(on, -1), timeZone) : endOfDay(on, timeZone) - 1
}
