import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { dayAfter } from '#shared/kernel/time.ts'
import { calendarUnits, chequePeriods, weekStart } from './cheque-calendar.rules.ts'

const day = (on: string, amount: number, count = 1) => ({ on, count, amount: minor(amount) })

describe('the calendar of cheques', () => {
  it('FEE-28: sums days into weeks and months; a week begins after the weekend of the school', () => {
    // A Saturday, the Sunday after it, and the last day of a leap February.
    const days = [day('2028-02-26', 100), day('2028-02-27', 200, 2), day('2028-02-29', 400), day('2028-03-01', 800)]
    const periods = (unit: 'day' | 'week' | 'month', weekend: number[]) =>
      chequePeriods(days, { unit, weekStartsOn: weekStart(weekend) }).map(({ from, to, count, amount }) =>
        [from, to, count, amount].join(' '),
      )
    expect(periods('day', [5, 6])).toHaveLength(4)
    expect(periods('week', [5, 6])).toEqual(['2028-02-20 2028-02-26 1 100', '2028-02-27 2028-03-04 4 1400'])
    expect(periods('week', [6, 0])).toEqual(['2028-02-21 2028-02-27 3 300', '2028-02-28 2028-03-05 2 1200'])
    expect(periods('month', [5, 6])).toEqual(['2028-02-01 2028-02-29 4 700', '2028-03-01 2028-03-31 1 800'])
  })

  it('every cheque counts once, whatever the unit', () => {
    const days = fc.uniqueArray(
      fc.record({ at: fc.integer({ min: 0, max: 800 }), amount: fc.nat(1e9), count: fc.integer({ min: 1, max: 9 }) }),
      { selector: ({ at }) => at, maxLength: 40 },
    )
    const asked = fc.record({ unit: fc.constantFrom(...calendarUnits), weekStartsOn: fc.integer({ min: 0, max: 6 }) })
    fc.assert(
      fc.property(days, asked, (made, of) => {
        const all = made.map(({ at, amount, count }) => day(dayAfter('2029-12-30', at), amount, count))
        const periods = chequePeriods(all, of)
        const inAll = (rows: readonly { count: number; amount: number }[]) =>
          rows.reduce((sums, { count, amount }) => [(sums[0] ?? 0) + count, (sums[1] ?? 0) + amount], [0, 0])
        expect(inAll(periods)).toEqual(inAll(all))
        for (const [at, { from, to }] of periods.entries()) {
          expect(from <= to).toBe(true)
          expect((periods[at + 1]?.from ?? '9999') > to).toBe(true)
        }
        for (const { on } of all) expect(periods.filter(({ from, to }) => from <= on && on <= to)).toHaveLength(1)
      }),
    )
  })
})
