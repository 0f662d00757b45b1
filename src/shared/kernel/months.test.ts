import { expect, it } from 'vitest'
import { monthsAfter } from './months.ts'

it('counts months by the calendar', () => {
  expect(monthsAfter('2030-03-03', 12)).toBe('2031-03-03')
  expect(monthsAfter('2030-01-31', 1)).toBe('2030-02-28')
  expect(monthsAfter('2024-02-29', 12)).toBe('2025-02-28')
  expect(monthsAfter('2030-11-30', 3)).toBe('2031-02-28')
  expect(monthsAfter('2030-05-31', -3)).toBe('2030-02-28')
  expect(monthsAfter('2030-01-15', -1)).toBe('2029-12-15')
})
