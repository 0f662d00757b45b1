import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { earnedIn } from './earned-revenue.rules.ts'
import { schoolMonths } from './plans/school-month.rules.ts'

const yearStartsOn = '2030-09-01'
const year = { year: 2030, component: 'TUITION', yearStartsOn }

describe('revenue earned month by month', () => {
  it('is a tenth of the year in each month, nothing before it and the rest in the last', () => {
    let earned = 0
    const amounts = ['2030-08-01', ...schoolMonths(yearStartsOn), '2031-07-01'].map((month) => {
      const amount = earnedIn({ ...year, deferred: 4_500_005, earned }, month)
      earned += amount
      return amount
    })
    expect(amounts.slice(0, 3)).toEqual([0, 450_000, 450_000])
    expect(amounts.at(-1)).toBe(0)
    expect(earned).toBe(4_500_005)
  })

  it('a credit note lowers the months that are not earned; what it took of earned ones is taken back at once', () => {
    const half = { ...year, earned: 500_000 }
    expect(earnedIn({ ...half, deferred: 750_000 }, '2031-02-01')).toBe(50_000)
    expect(earnedIn({ ...half, deferred: 500_000 }, '2031-02-01')).toBe(0)
    expect(earnedIn({ ...half, deferred: 450_000 }, '2031-02-01')).toBe(-50_000)
  })

  it('ends at what was invoiced less what was credited, whenever that came', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -300_000, max: 900_000 }), { maxLength: 12 }), (changes) => {
        let [deferred, earned] = [0, 0]
        const months = [...schoolMonths(yearStartsOn), '2031-07-01', '2031-08-01']
        for (const [at, month] of months.entries()) {
          deferred = Math.max(0, deferred + (changes[at] ?? 0))
          earned += earnedIn({ ...year, deferred, earned }, month)
          expect(earned).toBeLessThanOrEqual(deferred)
        }
        expect(earned).toBe(deferred)
      }),
    )
  })
})
