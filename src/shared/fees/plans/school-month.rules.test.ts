import { describe, expect, it } from 'vitest'
import { monthsTaken, schoolMonthOf, schoolMonths } from './school-month.rules.ts'

const taken = (...periods: Parameters<typeof monthsTaken>[0]) =>
  monthsTaken(periods, '2030-09-01')
    .map((isTaken) => (isTaken ? 'x' : '-'))
    .join('')

describe('months of a school year', () => {
  it('are ten from the month in which the year begins, or the next where it begins late in it', () => {
    expect(schoolMonths('2030-09-01').at(-1)).toBe('2031-06-01')
    expect(schoolMonths('2030-08-26')[0]).toBe('2030-09-01')
    expect(schoolMonths('2030-04-10')[0]).toBe('2030-04-01')
    const days = ['2030-08-30', '2030-09-30', '2030-10-01', '2031-06-30', '2031-08-01']
    expect(days.map((day) => schoolMonthOf(day, '2030-08-26'))).toEqual([0, 0, 1, 9, 9])
  })

  it('are taken where a period touches them', () => {
    expect(taken({ fromOn: '2030-01-01', untilOn: null })).toBe('xxxxxxxxxx')
    expect(taken({ fromOn: '2030-11-30', untilOn: '2031-01-01' })).toBe('--xxx-----')
    expect(taken({ fromOn: '2030-09-01', untilOn: '2030-09-01' }, { fromOn: '2031-06-30', untilOn: null })).toBe(
      'x--------x',
    )
    expect(taken({ fromOn: '2029-09-01', untilOn: '2030-08-31' }, { fromOn: '2031-07-01', untilOn: null })).toBe(
      '----------',
    )
    expect(monthsTaken([{ fromOn: '2030-08-25', untilOn: '2030-08-31' }], '2030-08-26')[0]).toBe(true)
  })
})
