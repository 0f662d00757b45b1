// chunk: desk-calls
import type { Day } from './time.ts'

const lastOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** Returns the same day so many months later, or earlier where negative; the month's last day where the month is shorter. */
export function monthsAfter(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const at = month - 1 + months
  const inYear = year + Math.floor(at / 12)
  const inMonth = ((at % 12) + 12) % 12
  const inside = Math.min(date, lastOfMonth(inYear, inMonth))
  return new Date(Date.UTC(inYear, inMonth, inside)).toISOString().slice(0, 10)
}
