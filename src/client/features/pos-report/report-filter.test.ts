import { expect, it } from 'vitest'
import { readReportFilter } from './report-filter.ts'

it.each([
  [{}, {}],
  [
    { day: '2026-05-04', till: 'T1' },
    { day: '2026-05-04', till: 'T1' },
  ],
  [{ day: '2026-13-40', till: 7 }, { till: '7' }],
  [{ day: 5, till: '<b>' }, {}],
])('%j is read as %j', (search, filter) => expect(readReportFilter(search)).toEqual(filter))
