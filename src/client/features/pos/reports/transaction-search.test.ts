import { expect, it } from 'vitest'
import { readTransactionSearch } from './transaction-search.ts'

const days = { day: '2026-05-04', lastDay: '2026-05-10' }

it.each([
  [{}, {}],
  [
    { ...days, till: 7, paidWith: 'card' },
    { ...days, till: '7', paidWith: 'card' },
  ],
  [{ lastDay: '2026-02-40', paidWith: 'cheque' }, {}],
  [{ ...days, text: 'Sara' }, days],
])('%j is read as %j', (search, filter) => expect(readTransactionSearch(search)).toEqual(filter))
