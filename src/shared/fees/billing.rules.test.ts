import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesOfPart, type PartPayer, type YearDiscount } from './billing.rules.ts'
import type { YearPart } from './year-line.rules.ts'

const shares = (weights: readonly number[]) => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const ppm = weights.map((weight) => Math.floor((weight * 1_000_000) / whole))
  return ppm.map((each, at) => (at === 0 ? each + 1_000_000 - ppm.reduce((sum, one) => sum + one, 0) : each))
}
const weights = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 })

const year = fc.record({
  amounts: fc.array(fc.integer({ min: 0, max: 5_000_000 }), { minLength: 1, maxLength: 3 }),
  parts: weights,
  payers: weights,
  discounts: fc.array(
    fc.record({
      ppm: fc.integer({ min: 0, max: 1_000_000 }),
      fixed: fc.option(fc.integer({ min: 1, max: 2_000_000 })),
      personsOnly: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
})

describe('what a year is charged in parts', () => {
  it('FEE-21: parts and payers add up to the yearly amount, discounts are visible and nothing is below 0', () => {
    fc.assert(
      fc.property(year, ({ amounts, parts: partWeights, payers: payerWeights, discounts }) => {
        const lines = amounts.map((amount, no) => ({
          component: `C${no}`,
          amount,
          isDiscountable: no !== 1,
          billing: no === 2 ? ('first-part' as const) : ('plan' as const),
        }))
        const parts = shares(partWeights).map(
          (ppm, at): YearPart => ({ part: at + 1, dueOn: '2030-09-01', share: { ppm } }),
        )
        const payers = shares(payerWeights).map(
          (ppm, at): PartPayer => ({ payerId: `P${at}`, ppm, isCompany: at === 1 }),
        )
        const found = discounts.map(
          ({ ppm, fixed, personsOnly }, at): YearDiscount => ({
            id: `D${at}`,
            value: fixed === null ? { ppm } : { amount: fixed },
            personsOnly,
          }),
        )
        const all = { lines, parts, discountsOn: () => found, payersOn: () => payers }
        const charges = parts.flatMap((part) => chargesOfPart(all, part))
        for (const { component, amount } of lines) {
          const mine = charges.filter((charge) => charge.component === component)
          expect(mine.reduce((sum, { gross }) => sum + gross, 0)).toBe(amount)
        }
        for (const { gross, net, discounts: applied } of charges) {
          expect(net).toBeGreaterThanOrEqual(0)
          expect(net + applied.reduce((sum, { amount }) => sum + amount, 0)).toBe(gross)
        }
      }),
      { numRuns: 2_000, seed: 7 },
    )
  })

  it('FEE-08: KWD 1,000.000 in 3 parts is 333.333, 333.333 and 333.334', () => {
    const parts = [333_333, 333_333, 333_334].map(
      (ppm, at): YearPart => ({ part: at + 1, dueOn: '2030-09-01', share: { ppm } }),
    )
    const lines = [{ component: 'TUITION', amount: 1_000_000, isDiscountable: true, billing: 'plan' as const }]
    const payersOn = () => [{ payerId: 'P', ppm: 1_000_000, isCompany: false }]
    const all = { lines, parts, discountsOn: () => [], payersOn }
    expect(parts.map((part) => chargesOfPart(all, part)[0]?.net)).toEqual([333_333, 333_333, 333_334])
  })

  const dues = ['2030-09-01', '2031-01-01', '2031-04-01']
  const three = [400_000, 300_000, 300_000].map(
    (ppm, at): YearPart => ({ part: at + 1, dueOn: dues[at] ?? '', share: { ppm } }),
  )
  const tuition = { component: 'TUITION', amount: 4_500_000, isDiscountable: true, billing: 'plan' as const }
  const charged = (lines: Parameters<typeof chargesOfPart>[0]['lines'], found: readonly YearDiscount[] = []) => {
    const payersOn = () => [{ payerId: 'P', ppm: 1_000_000, isCompany: false }]
    const year = { lines, parts: three, discountsOn: () => found, payersOn }
    return three.flatMap((part) => chargesOfPart(year, part)).map(({ component, part, net }) => [component, part, net])
  }

  it('FEE-07: AED 45,000 by 40/30/30 with seat money of 4,500 is 13,500 in each part besides it', () => {
    const seat = { component: 'SEAT', amount: 450_000, isDiscountable: false, billing: 'first-part' as const }
    const lines = [
      { ...seat, seat: 'money' as const },
      { ...tuition, seat: 'lowered' as const },
    ]
    expect(charged(lines)).toEqual([
      ['SEAT', 1, 450_000],
      ['TUITION', 1, 1_350_000],
      ['TUITION', 2, 1_350_000],
      ['TUITION', 3, 1_350_000],
    ])
    // Elsewhere it is owed on top.
    expect(charged([seat, tuition])).toContainEqual(['TUITION', 1, 1_800_000])
    // What the first part does not take lowers the next; nothing is below 0.
    const most = { id: 'most', value: { ppm: 800_000 }, personsOnly: false }
    expect(charged(lines, [most]).filter(([component]) => component === 'TUITION')).toEqual([
      ['TUITION', 1, 0],
      ['TUITION', 2, 180_000],
      ['TUITION', 3, 270_000],
    ])
  })

  it('months that are not charged lower the parts that cover them, and add up exactly', () => {
    const from = (month: number) => Array.from({ length: 10 }, (_, at) => at >= month)
    // Who joins in the third month owes eight tenths; in the sixth, nothing of the first part.
    expect(charged([{ ...tuition, months: from(2) }])).toEqual([
      ['TUITION', 1, 900_000],
      ['TUITION', 2, 1_350_000],
      ['TUITION', 3, 1_350_000],
    ])
    expect(charged([{ ...tuition, months: from(5) }])).toEqual([
      ['TUITION', 2, 900_000],
      ['TUITION', 3, 1_350_000],
    ])
    const books = { ...tuition, component: 'BOOKS', billing: 'first-part' as const }
    expect(charged([{ ...books, months: from(9) }])).toEqual([['BOOKS', 1, 4_500_000]])
    expect(charged([{ ...books, months: from(10) }])).toEqual([])
    const months = fc.array(fc.boolean(), { minLength: 10, maxLength: 10 })
    const some = { id: 'some', value: { ppm: 70_001 }, personsOnly: false }
    fc.assert(
      fc.property(fc.nat(9_999_999), months, (amount, taken) => {
        const edge = (month: number) => Math.floor((amount * month) / 10)
        const due = taken.reduce((all, isTaken, at) => all + (isTaken ? edge(at + 1) - edge(at) : 0), 0)
        const net = (found: readonly YearDiscount[]) =>
          charged([{ ...tuition, amount, months: taken }], found).reduce((all, [, , each]) => all + Number(each), 0)
        expect(net([])).toBe(due)
        expect(net([some])).toBe(due - Math.round((due * 70_001) / 1_000_000))
      }),
      { numRuns: 1_000, seed: 7 },
    )
  })
})
