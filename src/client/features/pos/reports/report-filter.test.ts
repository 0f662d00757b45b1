import { expect, it } from 'vitest'
import { readReportFilter, readShiftFilter } from './report-filter.ts'

it.each([
  [{}, {}],
  [
    { day: '2026-05-04', till: 'T1' },
    { day: '2026-05-04', till: 'T1' },
  ],
  [{ day: '2026-13-40', till: 7 }, { till: '7' }],
  [{ day: 5, till: '<b>' }, {}],
  [
    { day: '2026-05-04', lastDay: '2026-05-31' },
    { day: '2026-05-04', lastDay: '2026-05-31' },
  ],
  [{ lastDay: '2026-05-31' }, { lastDay: '2026-05-31' }],
  [{ day: '2026-05-04', lastDay: '2026-05-03' }, { day: '2026-05-04' }],
])('%j is read as %j', (search, filter) => expect(readReportFilter(search)).toEqual(filter))

const shift = '01890a5d-ac96-774b-bcce-b302099a8057'

it.each([
  [{ shift }, { shift }],
  [
    { till: 7, shift },
    { till: '7', shift },
  ],
  [{ shift: `${shift}0` }, {}],
  [{ shift: 7, day: '2026-05-04' }, { day: '2026-05-04' }],
])('%j is read as a shift among others, %j', (search, filter) => expect(readShiftFilter(search)).toEqual(filter))
