import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter } from '#shared/kernel/time.ts'
import type { LeavingRule } from './fee-pack.types.ts'
import { feePackOf } from './fee-packs.rules.ts'
import { type Leaving, leavingResult, returnedByPayer } from './leaving.rules.ts'

const ruleOf = (regulator: 'dubai' | 'abu-dhabi' | 'northern-emirates'): LeavingRule => {
  const rule = feePackOf(regulator, 2026)?.leaving
  if (!rule) throw new Error('no rule')
  return rule
}
const termStartsOn = '2026-09-01'
const onDay = (day: number) => dayAfter(termStartsOn, day - 1)

const dubai = (requestedOn: string, more: Partial<Leaving> = {}) =>
  leavingResult(ruleOf('dubai'), {
    requestedOn,
    termStartsOn,
    annual: 4_500_000,
    termFee: 1_800_000,
    paid: 1_800_000,
    seat: 450_000,
    ...more,
  })
const abuDhabi = (day: number, more: Partial<Leaving> = {}) =>
  leavingResult(ruleOf('abu-dhabi'), {
    requestedOn: onDay(day),
    termStartsOn,
    annual: 3_000_000,
    termFee: 1_000_000,
    paid: 1_000_000,
    seat: 150_000,
    ...more,
  })

describe('leaving', () => {
  it('FEE-14: Dubai keeps a month until day 14, two until a month is over, then the term', () => {
    expect(dubai(onDay(14))).toEqual({
      kept: 450_000,
      returned: 1_350_000,
      due: 0,
      lines: [{ rule: 'until-days', kept: 450_000, keep: { months: 1 }, day: 14, days: 14 }],
    })
    expect(dubai(onDay(15))).toMatchObject({ kept: 900_000, returned: 900_000 })
    expect(dubai('2026-09-30')).toMatchObject({ kept: 900_000 })
    expect(dubai('2026-10-02')).toMatchObject({ kept: 1_800_000, returned: 0 })
    expect(dubai('2026-10-01').lines).toEqual([{ rule: 'later', kept: 1_800_000, keep: 'term', day: 31 }])
  })

  it('FEE-14: Dubai keeps the deposit before the start, unless the family leaves the country', () => {
    expect(dubai('2026-08-31', { paid: 450_000 })).toMatchObject({ kept: 450_000, returned: 0 })
    expect(dubai('2026-08-31', { paid: 450_000, reason: 'left-country' })).toMatchObject({ kept: 0, returned: 450_000 })
  })

  it('FEE-15: Abu Dhabi by days 7, 8, 21, 22, 42, 43', () => {
    expect([7, 8, 21, 22, 42, 43].map((day) => abuDhabi(day).kept)).toEqual([
      150_000, 300_000, 300_000, 600_000, 600_000, 1_000_000,
    ])
    expect(abuDhabi(43).returned).toBe(0)
  })

  it('FEE-15: Abu Dhabi returns the seat money in full on notice of two weeks before the year', () => {
    const before = (requestedOn: string) => abuDhabi(1, { requestedOn, paid: 150_000 })
    expect(before('2026-08-18')).toMatchObject({ kept: 0, returned: 150_000 })
    expect(before('2026-08-19')).toMatchObject({ kept: 150_000, returned: 0 })
  })

  it('FEE-16: never keeps more than the fee of the term, and says so', () => {
    const rule = ruleOf('northern-emirates')
    const small = { termStartsOn, annual: 4_500_000, termFee: 1_000_000, paid: 1_000_000, seat: 0 }
    expect(leavingResult(rule, { ...small, requestedOn: onDay(60) })).toEqual({
      kept: 1_000_000,
      returned: 0,
      due: 0,
      lines: [
        { rule: 'later', kept: 1_350_000, keep: { months: 3 }, day: 60 },
        { rule: 'term-cap', kept: 1_000_000, uncapped: 1_350_000 },
      ],
    })
    const amount = fc.nat(9_000_000)
    const rules = fc.constantFrom('dubai' as const, 'abu-dhabi' as const, 'northern-emirates' as const)
    fc.assert(
      fc.property(
        rules,
        fc.integer({ min: -60, max: 200 }),
        amount,
        amount,
        amount,
        amount,
        (name, day, annual, termFee, paid, seat) => {
          const result = leavingResult(ruleOf(name), {
            requestedOn: onDay(day),
            termStartsOn,
            annual,
            termFee,
            paid,
            seat,
          })
          expect(result.kept).toBeLessThanOrEqual(termFee)
          expect(result.kept + result.returned - result.due).toBe(paid)
        },
      ),
    )
  })

  it('counts earlier terms and books: Abu Dhabi gives unused books back, Dubai only before the start', () => {
    const books = { paid: 50_000, isUnused: true }
    expect(abuDhabi(8, { books, earlier: { fee: 1_000_000, paid: 1_000_000 } })).toMatchObject({
      kept: 1_300_000,
      returned: 750_000,
    })
    expect(abuDhabi(8, { books: { ...books, isUnused: false } }).kept).toBe(350_000)
    expect(dubai(onDay(1), { books }).lines.at(-1)).toEqual({ rule: 'books-kept', kept: 50_000 })
    expect(dubai('2026-08-31', { books }).lines.at(-1)).toEqual({ rule: 'books-back', kept: 0 })
  })

  it('uses a school’s own table where the regulator has none', () => {
    const own: LeavingRule = {
      fullRefundNoticeDays: null,
      beforeStart: 'nothing',
      steps: [
        { until: { days: 14 }, keep: { percent: 50 } },
        { until: null, keep: { percent: 100 } },
      ],
      books: 'never',
      seatBackFor: [],
    }
    const kept = (day: number) =>
      leavingResult(own, { requestedOn: onDay(day), termStartsOn, annual: 30_000, termFee: 10_001, paid: 0, seat: 0 })
    expect(kept(14)).toMatchObject({ kept: 5_000, due: 5_000, returned: 0 })
    expect(kept(15).kept).toBe(10_001)
    expect(kept(0).kept).toBe(0)
  })

  it('gives money back to those who paid it', () => {
    const paid = [
      { payerId: 'father', amount: 750 },
      { payerId: 'mother', amount: 250 },
    ]
    expect(returnedByPayer(101, paid).map(({ amount }) => amount)).toEqual([76, 25])
  })
})
