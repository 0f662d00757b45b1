import { describe, expect, it } from 'vitest'
import { filterOf, isNarrowed, sortOf } from './student-filter.ts'
import { readStudentSearch } from './student-search.ts'

describe('the filter in the address', () => {
  it('is asked for as it stands', () => {
    const search = readStudentSearch({
      status: 'on-hold',
      grade: 1,
      year: 2027,
      owner: 'none',
      text: ' Sara ',
    })
    expect(search).toEqual({ status: 'on-hold', grade: '1', year: 2027, owner: 'none', text: ' Sara ' })
    expect(filterOf(search)).toEqual({
      status: ['on-hold'],
      grade: ['1'],
      entryYear: [2027],
      owner: 'none',
      text: 'Sara',
    })
    expect(isNarrowed(search)).toBe(true)
  })

  it('leaves out what nobody knows, and narrows nothing by it', () => {
    const search = readStudentSearch({
      status: 'vanished',
      owner: 'me',
      year: 'soon',
      text: '',
      grade: ['1'],
      sort: 'up',
    })
    expect(filterOf(search)).toEqual({})
    expect(sortOf(search)).toBe('newest')
    expect(isNarrowed(readStudentSearch({ sort: 'name', open: 'x' }))).toBe(false)
  })

  it('is cut where an address is longer than any name', () => {
    expect(readStudentSearch({ text: 'a'.repeat(500) }).text).toHaveLength(100)
  })
})
