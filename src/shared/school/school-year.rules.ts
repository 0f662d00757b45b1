// chunk: desk-parts
import { type Day, dayAfter } from '#shared/kernel/time.ts'

/** Returns the school year of a day by the calendar year in which it begins; school years begin in August. */
export function schoolYearOf(day: Day): number {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return month >= 8 ? year : year - 1
}

/** A school year as a school has set it. */
export interface SetSchoolYear {
  startsOn: Day
  endsOn: Day
}

/** Returns the first day of the school year that begins in this calendar year; undefined where the school has set none. */
export const firstDayOf = (years: readonly SetSchoolYear[] | undefined, entryYear: number): Day | undefined =>
  years?.find(({ startsOn }) => Number(startsOn.slice(0, 4)) === entryYear)?.startsOn

/**
 * Returns the last day of the break before the last term of the school year that precedes this one: the spring break of schools that
 * begin in autumn, the winter break of those that begin in April. Null where the school has not set the terms of that year.
 */
export function breakBefore(
  years: readonly (SetSchoolYear & { terms?: readonly { startsOn: Day }[] | undefined })[] | undefined,
  year: number,
): Day | null {
  const before = years?.find(({ startsOn }) => Number(startsOn.slice(0, 4)) === year - 1)?.terms ?? []
  const last = before.at(-1)
  return last && before.length > 1 ? dayAfter(last.startsOn, -1) : null
}
