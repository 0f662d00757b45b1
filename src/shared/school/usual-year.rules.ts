import { type Day, dayAfter } from '#shared/kernel/time.ts'
import { schoolYearOf, type SetSchoolYear } from './school-year.rules.ts'

/*
 * School years as they usually are. Each ministry sets the days of every year, so these are proposals that a school checks.
 */

/** First and last day as `MM-DD`, by ISO 3166 code of the country. */
const usualDays: Readonly<Record<string, readonly [first: string, last: string]>> = {
  QA: ['08-30', '06-25'],
  SA: ['08-23', '06-25'],
  AE: ['08-31', '07-02'],
  KW: ['09-06', '06-17'],
  BH: ['09-01', '06-24'],
  OM: ['08-30', '06-24'],
  EG: ['09-19', '06-10'],
  JO: ['08-23', '06-24'],
  LB: ['09-21', '06-18'],
}

/** Returns the school year that admissions are about on this day: the next one to begin. @param country ISO 3166 code @param weekend days without school, 0 for Sunday */
export function usualNextYear(country: string, weekend: readonly number[], today: Day): SetSchoolYear {
  const first = schoolYearOf(today) + 1
  const [startsOn, endsOn] = usualDays[country] ?? ['09-01', '06-30']
  return {
    startsOn: schoolDay(weekend, `${first}-${startsOn}`, 1),
    endsOn: schoolDay(weekend, `${first + 1}-${endsOn}`, -1),
  }
}

/** The day itself, or the nearest one after (1) or before (-1) it outside the weekend. */
function schoolDay(weekend: readonly number[], day: Day, by: 1 | -1): Day {
  const isFree = weekend.includes(new Date(`${day}T00:00:00Z`).getUTCDay())
  return isFree ? schoolDay(weekend, dayAfter(day, by), by) : day
}

/** "2027–28": how a school year is named everywhere. */
export const yearName = ({ startsOn, endsOn }: SetSchoolYear): string =>
  `${startsOn.slice(0, 4)}\u2060–\u2060${endsOn.slice(2, 4)}`
