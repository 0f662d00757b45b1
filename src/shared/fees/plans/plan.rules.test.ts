import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deductDeposit, equalShares, planAmounts } from './plan.rules.ts'

const amountsOf = (result: ReturnType<typeof planAmounts>) => ('amounts' in result ? result.amounts : [])

describe('a payment plan', () => {
  it('FEE-07: deducts the deposit from the first part', () => {
    const amounts = amountsOf(planAmounts(4_500_000, [{ ppm: 400_000 }, { ppm: 300_000 }, { ppm: 300_000 }]))
    expect(amounts).toEqual([1_800_000, 1_350_000, 1_350_000])
    expect(deductDeposit(amounts, 450_000)).toEqual({ due: [1_350_000, 1_350_000, 1_350_000], left: 0 })
    expect(deductDeposit([100, 200], 150)).toEqual({ due: [0, 150], left: 0 })
    expect(deductDeposit([100], 150)).toEqual({ due: [0], left: 50 })
  })

  it('FEE-08: gives the rest to the last part', () => {
    const thirds = equalShares(3).map((ppm) => ({ ppm }))
    expect(amountsOf(planAmounts(1_000_000, thirds))).toEqual([333_333, 333_333, 333_334])
    expect(amountsOf(planAmounts(4_500_000, thirds))).toEqual([1_500_000, 1_500_000, 1_500_000])
  })

  it('FEE-08: is exact in any plan, and no part but the last is above its share', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 999_999 }), { maxLength: 11 })
    fc.assert(
      fc.property(fc.nat(1_000_000_000), cuts, (total, at) => {
        const edges = [0, ...new Set(at.toSorted((a, b) => a - b)), 1_000_000]
        const shares = edges.slice(1).map((edge, no) => edge - (edges[no] ?? 0))
        const amounts = amountsOf(
          planAmounts(
            total,
            shares.map((ppm) => ({ ppm })),
          ),
        )
        expect(amounts.reduce((all, amount) => all + amount, 0)).toBe(total)
        const isEqual = Math.max(...shares) - Math.min(...shares) <= shares.length
        const above = amounts.slice(0, -1).filter((amount, no) => amount * 1_000_000 > total * (shares[no] ?? 0))
        expect(isEqual ? [] : above).toEqual([])
      }),
      { numRuns: 100_000 },
    )
  })

  it('FEE-09: takes typed amounts exactly, and refuses one minor unit more or less', () => {
    const typed = [100_000, 1_260_000, 1_260_000, 1_247_000].map((amount) => ({ amount }))
    expect(amountsOf(planAmounts(3_867_000, typed))).toEqual([100_000, 1_260_000, 1_260_000, 1_247_000])
    expect(planAmounts(3_867_001, typed)).toEqual({ fault: 'sum', sum: 3_867_000, total: 3_867_001 })
    expect(planAmounts(3_866_999, typed)).toEqual({ fault: 'sum', sum: 3_867_000, total: 3_866_999 })
  })

  it('mixes typed amounts and shares of what they leave', () => {
    const mixed = [{ amount: 100_000 }, { ppm: 500_000 }, { ppm: 500_000 }]
    expect(amountsOf(planAmounts(1_000_001, mixed))).toEqual([100_000, 450_000, 450_001])
  })

  it('refuses plans that are none', () => {
    expect(planAmounts(1, [])).toEqual({ fault: 'no-parts' })
    expect(planAmounts(1, [{ amount: -1 }])).toEqual({ fault: 'negative' })
    expect(planAmounts(1, [{ ppm: 999_999 }])).toEqual({ fault: 'shares', sum: 999_999 })
  })
})
