import { expect, it } from 'vitest'
import { readSalesSearch } from './sales-search.ts'

const tillId = '01890a5d-ac96-774b-bcce-b302099a8057'

it.each([
  [{}, {}],
  [
    { firstDay: '2026-05-04', lastDay: '2026-05-05', tillId, view: 'item', per: 'day' },
    { firstDay: '2026-05-04', lastDay: '2026-05-05', tillId, view: 'item', per: 'day' },
  ],
  [{ firstDay: '2026-13-40', tillId: 7, view: 'summary', per: 'whole' }, {}],
  [{ view: 'till', siteId: '<b>' }, {}],
])('%j is read as %j', (search, read) => expect(readSalesSearch(search)).toEqual(read))
