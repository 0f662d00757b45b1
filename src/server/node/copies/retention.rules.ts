import { dayMs } from '#shared/kernel/time.ts'

/** How many copies are kept: the newest of as many days, weeks and months as named. */
export interface Retention {
  days: number
  weeks: number
  months: number
}

/** Reads a retention such as `7d,4w,12m`; undefined for a text that is none. */
export function readRetention(text: string): Retention | undefined {
  const kept: Retention = { days: 0, weeks: 0, months: 0 }
  const units = { d: 'days', w: 'weeks', m: 'months' } as const
  for (const part of text.split(',')) {
    const found = /^\s*(\d{1,4})([dwm])\s*$/.exec(part)
    if (!found) return undefined
    kept[units[found[2] as keyof typeof units]] = Number(found[1])
  }
  return kept.days > 0 ? kept : undefined
}

const periods = {
  days: (ms: number) => Math.floor(ms / dayMs),
  // The first of January 1970 was a Thursday; weeks begin on Monday.
  weeks: (ms: number) => Math.floor((ms / dayMs + 3) / 7),
  months: (ms: number) => new Date(ms).getUTCFullYear() * 12 + new Date(ms).getUTCMonth(),
}

/**
 * Returns which copies may go, by their moments in ms. For each of the last days, weeks and months that have one, the newest copy stays;
 * so does every copy of the last day, and always the newest.
 */
export function outdatedCopies(moments: readonly number[], retention: Retention, nowMs: number): number[] {
  const newestFirst = moments.toSorted((a, b) => b - a)
  const kept = new Set(newestFirst.filter((ms, at) => at === 0 || ms > nowMs - dayMs))
  for (const unit of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<number>()
    for (const ms of newestFirst) {
      const period = periods[unit](ms)
      if (seen.has(period)) continue
      if (seen.size >= retention[unit]) break
      seen.add(period)
      kept.add(ms)
    }
  }
  return newestFirst.filter((ms) => !kept.has(ms))
}
