import type { Day } from '#shared/kernel/time.ts'

/** Returns the school year of a day by the calendar year in which it begins; school years begin in August. */
export function schoolYearOf(day: Day): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 8 ? year : year - 1
}
