import { expect, it } from 'vitest'
import { nextCode } from './place-sheet.tsx'

it.each([
  [[], 'A', 'A'],
  [['A'], 'A', 'B'],
  [['B', 'A'], 'A', 'C'],
  [['01', '02'], '01', '03'],
  [['09'], '01', '10'],
  [['9999'], '01', ''],
  [['Z'], 'A', ''],
  [['MAIN'], 'A', ''],
])('offers the code after %j', (codes, first, next) => {
  expect(nextCode(codes, first)).toBe(next)
})
