import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MoneyRules, moneyRulesOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import { dayAfter } from '#shared/kernel/time.ts'
import { depositFrom, type MoneyTerms, maxDeposit, moneyFault } from './offer-money.rules.ts'
import { attendanceRulesOf } from './regulator-packs.ts'

const amount = fc.integer({ min: 0, max: 20_000_000 })
const fee = fc.record({ of: fc.constantFrom('tuition' as const, 'application' as const, 'other' as const), amount })
const fees = fc.array(fee, { maxLength: 6 })
const on = { today: '2030-03-03', entryYear: 2030 }
const terms = (more: Partial<MoneyTerms>): MoneyTerms => ({ startOn: '2030-09-01', fees: [], deposit: null, ...more })
const rulesOf = (regulator: 'dubai' | 'abu-dhabi'): MoneyRules => {
  const found = moneyRulesOf(regulator, 2030)
  if (!found) throw new Error('no rules are kept')
  return found
}
const dubai = rulesOf('dubai')
const abuDhabi = rulesOf('abu-dhabi')

describe('the money of an offer', () => {
  it('is a deposit of at most its share of the tuition alone, to the fil', () => {
    fc.assert(
      fc.property(fees, amount, (rows, deposit) => {
        const tuition = rows.filter(({ of }) => of === 'tuition').reduce((sum, row) => sum + row.amount, 0)
        const isOver = deposit * 100 > tuition * 10
        const rules = { ...dubai, applicationFee: null }
        const asked = terms({ fees: rows, deposit: { amount: deposit, dueDays: 7 } })
        expect(moneyFault(rules, asked, on)).toBe(isOver ? 'offer.deposit' : undefined)
        const most = maxDeposit(rules, asked) ?? -1
        const just = (each: number) => moneyFault(rules, { ...asked, deposit: { amount: each, dueDays: 7 } }, on)
        expect([just(most), just(most + 1)]).toEqual([undefined, 'offer.deposit'])
      }),
    )
  })

  it('asks for no deposit before the day from which one may be taken, whatever the days to pay it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 365 }), (wait, dueDays) => {
        const today = dayAfter('2029-09-01', wait)
        const rows = [{ of: 'tuition' as const, amount: 4_000_000 }]
        const asked = terms({ fees: rows, deposit: { amount: 200_000, dueDays } })
        const isEarly = dayAfter(today, dueDays) < '2030-04-30'
        expect(moneyFault(abuDhabi, asked, { ...on, today })).toBe(isEarly ? 'offer.early' : undefined)
        expect(moneyFault(dubai, asked, { ...on, today })).toBeUndefined()
      }),
    )
    // A school that begins in spring counts from there; anyone who comes in the middle of the year, from its beginning.
    const from = (startOn: string) => depositFrom(abuDhabi, { startOn }, 2030)
    expect([from('2030-04-10'), from('2031-01-06'), from('2030-08-26')]).toEqual([
      '2029-12-10',
      '2030-04-30',
      '2030-04-26',
    ])
  })

  it('is no application fee above what is allowed, in all its rows together', () => {
    const of = 'application' as const
    const fault = (...amounts: number[]) =>
      moneyFault(dubai, terms({ fees: amounts.map((each) => ({ of, amount: each })) }), on)
    expect([fault(50_000), fault(25_000, 25_000), fault(50_001), fault(30_000, 30_000)]).toEqual([
      undefined,
      undefined,
      'offer.fee',
      'offer.fee',
    ])
  })

  it('is judged by the year of entry and by whose rules hold; where none are kept nothing is capped', () => {
    expect(moneyRulesOf('dubai', 2019)).toBeUndefined()
    for (const year of [2023, 2030, 2040]) expect(moneyRulesOf('none', year)).toBeUndefined()
    expect([moneyRulesOf('dubai', 2023)?.depositPercent, moneyRulesOf('abu-dhabi', 2040)?.depositPercent]).toEqual([
      10, 5,
    ])
    expect(attendanceRulesOf('dubai')).toEqual({ needsContract: true, needsRegistration: true })
    expect(attendanceRulesOf('qatar')).toEqual({ needsContract: false, needsRegistration: false })
  })
})
