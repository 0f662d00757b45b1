import { expect, it } from 'vitest'
import { linesOf, readLines } from './group-lines.ts'

it('groups and their roles are read as they are written, and a line that is none is said', () => {
  const groups = [
    { group: 'bursars', role: 'finance' as const },
    { group: 'cn=heads,dc=school', role: 'head' as const },
  ]
  expect(readLines(linesOf(groups))).toEqual(groups)
  expect(readLines('')).toEqual([])
  for (const wrong of ['bursars', 'bursars = money', '= finance', 'parents = family'])
    expect(readLines(wrong), wrong).toBeUndefined()
})
