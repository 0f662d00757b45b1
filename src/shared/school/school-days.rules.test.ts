import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayAfter } from '#shared/kernel/time.ts'
import { schoolDaysSince, workingDayAfter } from './school-days.rules.ts'

it('counts working days alone, whatever the weekend and the holidays', () => {
  expect(workingDayAfter('2030-03-01', 2, [6, 0])).toBe('2030-03-05')
  expect(workingDayAfter('2030-02-28', 2, [5, 6])).toBe('2030-03-04')
  expect(workingDayAfter('2030-03-01', 2, [6, 0], [{ from: '2030-03-05', to: '2030-03-07' }])).toBe('2030-03-08')
  expect(workingDayAfter('2030-03-01', 2, [0, 1, 2, 3, 4, 5, 6])).toBe('2030-03-01')
  const days = fc.integer({ min: 0, max: 500 }).map((shift) => dayAfter('2030-01-01', shift))
  const spans = fc
    .tuple(days, fc.integer({ min: 0, max: 20 }))
    .map(([from, more]) => ({ from, to: dayAfter(from, more) }))
  const weekends = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 })
  fc.assert(
    fc.property(
      days,
      fc.integer({ min: 1, max: 12 }),
      weekends,
      fc.array(spans, { maxLength: 8 }),
      (day, count, weekend, off) => {
        const isOff = (at: string) =>
          weekend.includes(new Date(at).getUTCDay()) || off.some(({ from, to }) => from <= at && at <= to)
        const end = workingDayAfter(day, count, weekend, off)
        let seen = 0
        for (let at = dayAfter(day, 1); at <= end; at = dayAfter(at, 1)) if (!isOff(at)) seen += 1
        expect(seen).toBe(count)
        expect(isOff(end)).toBe(false)
        // A holiday more never brings a deadline nearer.
        expect(workingDayAfter(day, count, weekend, off.slice(1)) <= end).toBe(true)
      },
    ),
  )
})

it('counts no weekend and no holiday among the school days that have begun', () => {
  const since = (off: { weekend: number[]; holidays?: { from: string; to: string }[] }) =>
    schoolDaysSince(Date.parse('2030-02-28T09:00:00Z'), Date.parse('2030-03-07T09:00:00Z'), 'Asia/Qatar', off)
  expect(since({ weekend: [5, 6] })).toBe(5)
  expect(since({ weekend: [6, 0] })).toBe(5)
  expect(since({ weekend: [5, 6], holidays: [{ from: '2030-03-04', to: '2030-03-05' }] })).toBe(3)
})
