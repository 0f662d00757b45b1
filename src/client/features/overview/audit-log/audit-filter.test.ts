import { expect, it } from 'vitest'
import { filterOf } from './audit-screen.tsx'
import { readAuditSearch } from './audit-search.ts'

it('asks for what the address says, and leaves out what the server would refuse', () => {
  const id = '0190a5a5-0000-7000-8000-00000000a001'
  const search = readAuditSearch({ group: 'people', by: id, kind: 'person', id, from: '2030-03-03', to: 'tomorrow' })
  expect(filterOf(search)).toEqual({ group: 'people', by: id, about: { kind: 'person', id }, from: '2030-03-03' })
  expect(filterOf({ kind: 'person' })).toEqual({})
  expect(filterOf({ kind: 'planet', id, group: 'x' })).toEqual({})
  expect(readAuditSearch({ group: 3, by: '' })).toEqual({})
})
