import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargesOfPart, type PartPayer, type YearDiscount, type YearPart } from './billing.rules.ts'

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
})
