import { expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { readLines, typedLinesOf, typedSum } from './schedule-draft.ts'

it('writes amounts as they are typed, reads the same again, and names what can not be read', () => {
  const lines = [
    { component: 'TUITION', amount: minor(1_260_500), approvedAmount: minor(1_300_000), approvedOn: '2029-06-01' },
    { component: 'BUS', amount: minor(250_000), approvedAmount: null },
  ]
  const typed = typedLinesOf({ lines }, 'KWD')
  expect(typed['TUITION']).toEqual({ amount: '1260.500', approved: '1300.000', approvedOn: '2029-06-01' })
  expect(readLines(typed, 'KWD')).toEqual({ lines, wrong: [] })
  const more = { ...typed, BOOKS: { amount: '12.3456', approved: '' }, MEALS: { amount: ' ', approved: '' } }
  expect(readLines(more, 'KWD').wrong).toEqual(['BOOKS'])
  expect(typedSum(more, 'KWD')).toBe(1_510_500)
})
