import { describe, expect, it } from 'vitest'
import { clawback, type IssuedDiscount } from './clawback.rules.ts'

const charge = (part: number, discount: number, more: Partial<IssuedDiscount> = {}): IssuedDiscount => ({
  component: 'TUITION',
  part,
  payerId: 'P',
  gross: 1_000_000,
  discount,
  ...more,
})
const now = (discount: number) => () => ({ gross: 1_000_000, discount })

describe('discounts that are taken back', () => {
  it('FEE-17: are the difference to what the rank gives now, once, and never a credit', () => {
    const issued = [charge(1, 60_000), charge(2, 60_000)]
    const taken = clawback(issued, now(50_000))
    expect(taken).toEqual([{ component: 'TUITION', payerId: 'P', amount: 20_000 }])
    expect(clawback([...issued, charge(0, -20_000, { gross: 0 })], now(50_000))).toEqual([])
    expect(clawback([...issued, charge(0, -20_000, { gross: 0 })], now(0))).toEqual([
      { component: 'TUITION', payerId: 'P', amount: 100_000 },
    ])
    expect(clawback(issued, now(70_000))).toEqual([])
  })

  it('come from who had them, in proportion to the amounts of now', () => {
    const issued = [charge(1, 40_000), charge(1, 20_000, { payerId: 'Q', gross: 500_000 })]
    // Of 1,500,000 the rule would give 45,000 now.
    expect(clawback(issued, now(30_000))).toEqual([
      { component: 'TUITION', payerId: 'P', amount: 10_000 },
      { component: 'TUITION', payerId: 'Q', amount: 5_000 },
    ])
    expect(clawback(issued, () => undefined)).toEqual([])
  })
})
