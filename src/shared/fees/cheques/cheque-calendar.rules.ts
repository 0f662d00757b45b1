import { type Minor, sum } from '#shared/kernel/money.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'

/** Promised cheques with one date on them, in minor units. */
export interface ChequeDay {
  readonly on: Day
  readonly count: number
  readonly amount: Minor
}

export const calendarUnits = ['day', 'week', 'month'] as const
export type CalendarUnit = (typeof calendarUnits)[number]

/** Sum of a day, a week or a month; both days belong to it. */
export interface ChequePeriod {
  readonly from: Day
  readonly to: Day
  readonly count: number
  readonly amount: Minor
}

/** Returns the first day of a school's week, 0 for Sunday: the one after its weekend. */
export const weekStart = (weekend: readonly number[]): number =>
  [0, 1, 2, 3, 4, 5, 6].find((day) => !weekend.includes(day) && weekend.includes((day + 6) % 7)) ?? 0

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay()

function periodOf(day: Day, unit: CalendarUnit, weekStartsOn: number): { from: Day; to: Day } {
  if (unit === 'day') return { from: day, to: day }
  if (unit === 'week') {
    const from = dayAfter(day, -((weekdayOf(day) - weekStartsOn + 7) % 7))
    return { from, to: dayAfter(from, 6) }
  }
  const [year = 0, month = 1] = day.split('-').map(Number)
  return { from: `${day.slice(0, 7)}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) }
}

/** Sums the days of a calendar by day, week or month, the earliest first; periods without a cheque are left out. */
export function chequePeriods(
  days: readonly ChequeDay[],
  { unit, weekStartsOn }: { unit: CalendarUnit; weekStartsOn: number },
): ChequePeriod[] {
  const byStart = Map.groupBy(days, ({ on }) => periodOf(on, unit, weekStartsOn).from)
  return [...byStart]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([start, mine]) => ({
      ...periodOf(start, unit, weekStartsOn),
      count: mine.reduce((all, { count }) => all + count, 0),
      amount: sum(mine.map(({ amount }) => amount)),
    }))
}
