import type { GradeMinimum, GradeRule } from './grade.rules.ts'

/*
 * Rules of age are data: by country, year of entry and intake. A new year's rule is a new line here (or in a school's own
 * settings); nothing is changed, so that an answer given under an older rule can still be explained.
 */

const classes: readonly GradeMinimum[] = Array.from({ length: 12 }, (_, index) => ({
  grade: String(index + 1),
  age: index + 6,
}))

/** Kindergarten begins at three or four, grade 1 at six, and every grade after it a year later. */
const fromThree: readonly GradeMinimum[] = [
  { grade: 'PREKG', age: 3 },
  { grade: 'KG1', age: 4 },
  { grade: 'KG2', age: 5 },
  ...classes,
]
const fromFour = fromThree.slice(1)

/** United Arab Emirates: for intakes from 2026-27 the day is 31 December for schools that start in August or September. */
const emirates: readonly GradeRule[] = [
  {
    id: 'ae-autumn-2018',
    source: 'regulator',
    country: 'AE',
    intake: 'autumn',
    fromYear: 2018,
    cutOff: '08-31',
    grades: fromThree,
  },
  {
    id: 'ae-autumn-2026',
    source: 'regulator',
    country: 'AE',
    intake: 'autumn',
    fromYear: 2026,
    cutOff: '12-31',
    grades: fromThree,
  },
  {
    id: 'ae-april-2018',
    source: 'regulator',
    country: 'AE',
    intake: 'april',
    fromYear: 2018,
    cutOff: '03-31',
    grades: fromThree,
  },
]

/** What regulators prescribe. Of Bahrain, Kuwait, Oman, Qatar and Saudi Arabia nothing has been looked into yet. */
export const gradeRules: readonly GradeRule[] = emirates

/** Where no regulator's rule is known a school sets its own. These are made up for the two demo schools, by their codes. */
export const demoSchoolGradeRules: Readonly<Record<'alnoor' | 'manara', readonly GradeRule[]>> = {
  alnoor: [
    {
      id: 'alnoor-autumn',
      source: 'school',
      country: 'QA',
      intake: 'autumn',
      fromYear: 2020,
      cutOff: '09-30',
      grades: fromThree,
    },
  ],
  manara: [
    {
      id: 'manara-autumn',
      source: 'school',
      country: 'KW',
      intake: 'autumn',
      fromYear: 2020,
      cutOff: '03-15',
      grades: fromFour,
    },
  ],
}
