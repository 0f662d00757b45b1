import { describe, expect, it } from 'vitest'
import { planAmounts } from '../plans/plan.rules.ts'
import type { FeePack } from './fee-pack.types.ts'
import { feePackOf, isConsequenceAllowed, offeredConsequences } from './fee-packs.rules.ts'
import { type InvoiceAsk, invoiceFault } from './invoice-fault.rules.ts'

const packOf = (regulator: FeePack['regulator'], year = 2026): FeePack => {
  const pack = feePackOf(regulator, year)
  if (!pack) throw new Error('no pack')
  return pack
}
const yearStartsOn = '2026-09-01'
const parts = (annualTuition: number, amounts: readonly number[], dueOn = yearStartsOn): InvoiceAsk => ({
  kind: 'parts',
  annualTuition,
  yearStartsOn,
  parts: amounts.map((amount) => ({ amount, dueOn })),
})
const seatOf = (pupil: 'new' | 'returning', more: Partial<Extract<InvoiceAsk, { kind: 'seat' }>>): InvoiceAsk => ({
  kind: 'seat',
  pupil,
  amount: 0,
  annualTuition: 4_000_000,
  on: '2026-05-01',
  yearStartsOn,
  breakEndsOn: '2026-04-05',
  isOfferAccepted: true,
  ...more,
})

describe('unlawful invoices', () => {
  it('FEE-10: Dubai refuses a deposit of 10.01 %, each by its rule', () => {
    const dubai = packOf('dubai')
    const fault = (ask: InvoiceAsk) => invoiceFault(dubai, ask)
    expect(fault(seatOf('new', { amount: 400_000 }))).toBeUndefined()
    expect(fault(seatOf('new', { amount: 400_400 }))).toEqual({ rule: 'seat-cap', asked: 400_400, cap: 400_000 })
    expect(fault(seatOf('new', { amount: 1, isOfferAccepted: false }))).toEqual({ rule: 'seat-before-acceptance' })
    expect(fault({ kind: 'application', amount: 50_000 })).toBeUndefined()
    expect(fault({ kind: 'application', amount: 50_100 })).toEqual({
      rule: 'application-cap',
      asked: 50_100,
      cap: 50_000,
    })
    expect(fault(seatOf('returning', { amount: 200_000, on: '2026-04-05' }))).toEqual({ rule: 'seat-before-break' })
    expect(fault(seatOf('returning', { amount: 200_000, breakEndsOn: null }))).toEqual({ rule: 'seat-before-break' })
    expect(fault(seatOf('returning', { amount: 200_000, on: '2026-04-06' }))).toBeUndefined()
    expect(fault(parts(10_000, [4_000, 3_000, 3_000]))).toBeUndefined()
    expect(fault(parts(10_000, [4_100, 2_900, 3_000]))).toEqual({ rule: 'part-cap', part: 1, asked: 4_100, cap: 4_000 })
    expect(fault(parts(10_000, [5_000, 5_000]))).toEqual({ rule: 'part-count', parts: 2, allowed: [3, 10] })
    expect(
      fault(
        parts(
          10_000,
          Array.from({ length: 10 }, () => 1_000),
        ),
      ),
    ).toBeUndefined()
    expect(fault({ kind: 'late-fee' })).toEqual({ rule: 'late-fee' })
  })

  it('FEE-10: a plan by the regulator’s own shares is lawful whatever the total', () => {
    for (const total of [1, 3, 99, 100, 101, 4_500_001, 33_333_333]) {
      const plan = planAmounts(total, [{ ppm: 400_000 }, { ppm: 300_000 }, { ppm: 300_000 }])
      expect(invoiceFault(packOf('dubai'), parts(total, 'amounts' in plan ? plan.amounts : []))).toBeUndefined()
    }
  })

  it('FEE-11: Dubai caps a returning child at the larger of 5 % and AED 500', () => {
    const ask = (amount: number) => seatOf('returning', { amount, annualTuition: 800_000 })
    expect(invoiceFault(packOf('dubai'), ask(50_000))).toBeUndefined()
    expect(invoiceFault(packOf('dubai'), ask(50_001))).toEqual({ rule: 'seat-cap', asked: 50_001, cap: 50_000 })
  })

  it('FEE-12: Abu Dhabi refuses 34/33/33 and accepts 3 or 10 equal parts, at most a month before the start', () => {
    const abuDhabi = packOf('abu-dhabi')
    const fault = (...args: Parameters<typeof parts>) => invoiceFault(abuDhabi, parts(...args))
    expect(fault(10_000, [3_400, 3_300, 3_300])).toEqual({ rule: 'parts-unequal', parts: 3 })
    expect(fault(10_000, [3_333, 3_333, 3_334])).toBeUndefined()
    expect(
      fault(
        10_000,
        Array.from({ length: 10 }, () => 1_000),
      ),
    ).toBeUndefined()
    expect(fault(10_000, [5_000, 5_000])).toEqual({ rule: 'part-count', parts: 2, allowed: [3, 4, 10] })
    expect(fault(9_000, [3_000, 3_000, 3_000], '2026-08-01')).toBeUndefined()
    expect(fault(9_000, [3_000, 3_000, 3_000], '2026-07-31')).toEqual({
      rule: 'first-part-early',
      on: '2026-07-31',
      from: '2026-08-01',
    })
    expect(invoiceFault(abuDhabi, seatOf('new', { amount: 1, on: '2026-04-30' }))).toEqual({
      rule: 'seat-early',
      on: '2026-04-30',
      from: '2026-05-01',
    })
  })

  it('FEE-13: Kuwait refuses an amount above the approved table and accepts the equal one', () => {
    const kuwait = packOf('kuwait')
    const fee = (amount: number, approved: number | null) =>
      invoiceFault(kuwait, { kind: 'fee', component: 'tuition', amount, approved })
    expect(fee(1_500_001, 1_500_000)).toEqual({ rule: 'above-approved', asked: 1_500_001, cap: 1_500_000 })
    expect(fee(1_500_000, 1_500_000)).toBeUndefined()
    expect(fee(1, null)).toEqual({ rule: 'not-approved' })
    expect(invoiceFault(kuwait, seatOf('new', { amount: 100_001 }))).toMatchObject({ rule: 'seat-cap', cap: 100_000 })
    expect(invoiceFault(kuwait, seatOf('new', { amount: 25_001, schoolKind: 'arabic' }))).toMatchObject({ cap: 25_000 })
  })

  it('FEE-10: Qatar allows no fee of a semester before the semester starts', () => {
    const terms = [{ startsOn: '2026-09-01' }, { startsOn: '2027-01-24' }]
    const fault = (shares: readonly (readonly [dueOn: string, amount: number])[], years = terms) =>
      invoiceFault(packOf('qatar'), {
        kind: 'parts',
        annualTuition: 10_001,
        yearStartsOn,
        terms: years,
        parts: shares.map(([dueOn, amount]) => ({ dueOn, amount })),
      })
    const early = { rule: 'part-before-semester' }
    expect(
      fault([
        ['2026-09-01', 5_001],
        ['2027-01-24', 5_000],
      ]),
    ).toBeUndefined()
    expect(
      fault([
        ['2026-08-31', 5_001],
        ['2027-01-24', 5_000],
      ]),
    ).toEqual({
      ...early,
      part: 1,
      on: '2026-08-31',
      from: '2026-09-01',
    })
    const inDecember = [
      ['2026-09-01', 4_000],
      ['2026-12-01', 3_000],
      ['2027-03-01', 3_001],
    ] as const
    expect(fault(inDecember)).toEqual({ ...early, part: 2, on: '2026-12-01', from: '2027-01-24' })
    // What the school's terms are is not known, or they are not semesters.
    expect(fault(inDecember, [])).toBeUndefined()
    expect(fault(inDecember, [...terms, { startsOn: '2027-04-01' }])).toBeUndefined()
  })

  it('Qatar allows no whole semester to hold a seat, and without a pack nothing is refused', () => {
    expect(invoiceFault(packOf('qatar'), seatOf('new', { amount: 2_000_000 }))).toMatchObject({ rule: 'seat-cap' })
    expect(invoiceFault(packOf('qatar'), seatOf('new', { amount: 1_999_999 }))).toBeUndefined()
    expect(invoiceFault(undefined, { kind: 'application', amount: 9_999_999 })).toBeUndefined()
    expect(feePackOf('none', 2030)).toBeUndefined()
    expect(feePackOf('dubai', 2019)).toBeUndefined()
  })
})

describe('consequences of unpaid fees', () => {
  it('FEE-44: Qatar offers no block of registration since 2025', () => {
    const offered = (year: number) => offeredConsequences(packOf('qatar', year), []).map((each) => each.consequence)
    expect(offered(2024)).toContain('block-registration')
    expect(offered(2025)).toEqual(['reschedule', 'guarantee', 'court'])
  })

  it('Qatar leaves a month of grace after the due date: no notice within it counts', () => {
    const qatar = packOf('qatar')
    const court = (noticesOn: string[], dueOn: string | null) =>
      offeredConsequences(qatar, noticesOn, dueOn).find((each) => each.consequence === 'court')
    expect(court([], '2026-09-01')).toMatchObject({ noticesMissing: 1, from: '2026-10-01' })
    expect(court(['2026-09-30'], '2026-09-01')).toMatchObject({ noticesMissing: 1, from: '2026-10-01' })
    expect(court(['2026-10-01'], '2026-09-01')).toMatchObject({ noticesMissing: 0, from: '2026-10-08' })
    expect(court(['2026-09-30'], null)).toMatchObject({ noticesMissing: 0, from: '2026-10-07' })
    const [reschedule] = offeredConsequences(qatar, [], '2026-09-01')
    expect(reschedule).toMatchObject({ consequence: 'reschedule', from: null })
    const may = (today: string) =>
      isConsequenceAllowed(qatar, 'guarantee', { noticesOn: [], today, dueOn: '2026-09-01' })
    expect([may('2026-09-30'), may('2026-10-01')]).toEqual([false, true])
  })

  it('need three notices a week apart in Dubai, then a suspension of at most 3 days', () => {
    const dubai = packOf('dubai')
    const may = (noticesOn: string[], today: string) => isConsequenceAllowed(dubai, 'suspension', { noticesOn, today })
    expect(may(['2026-10-01', '2026-10-08'], '2026-12-01')).toBe(false)
    expect(may(['2026-10-01', '2026-10-07', '2026-10-14'], '2026-12-01')).toBe(false)
    expect(may(['2026-10-01', '2026-10-08', '2026-10-15'], '2026-10-21')).toBe(false)
    expect(may(['2026-10-01', '2026-10-08', '2026-10-15'], '2026-10-22')).toBe(true)
    expect(offeredConsequences(dubai, []).find((each) => each.consequence === 'suspension')?.maxDays).toBe(3)
    expect(
      isConsequenceAllowed(packOf('northern-emirates'), 'suspension', { noticesOn: [], today: '2026-12-01' }),
    ).toBe(false)
    expect(offeredConsequences(undefined, []).map((each) => each.consequence)).toEqual(['reschedule'])
  })
})
