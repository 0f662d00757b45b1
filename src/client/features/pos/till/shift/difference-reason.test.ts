import { expect, it } from 'vitest'
import { CloseShift } from '#shared/pos/shift.contract.ts'
import { differenceReason } from './close-sheet.tsx'

it('puts the note behind what was said', () => {
  expect(differenceReason(' wrong change ', 'first count 10')).toBe('wrong change · first count 10')
  expect(differenceReason('', 'first count 10')).toBe('first count 10')
  expect(differenceReason(' x ', '')).toBe('x')
  expect(differenceReason(' ', '')).toBeUndefined()
})

it('never says more than the contract takes, and keeps the note whole', () => {
  for (const typed of ['a'.repeat(200), '😀'.repeat(100), `b${'😀'.repeat(99)}`, 'c '.repeat(100)]) {
    for (const note of ['', 'first count 1,234.50', 'العدّ الأوّل 10']) {
      const whole = differenceReason(typed, note)
      expect(CloseShift.shape.differenceReason.safeParse(whole).data).toBe(whole)
      expect(whole?.endsWith(note)).toBe(true)
      expect(whole?.isWellFormed()).toBe(true)
    }
  }
})
