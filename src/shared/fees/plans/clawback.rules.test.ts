import { describe, expect, it } from 'vitest'
import { clawback, type DiscountBasis, discountThatStays, type IssuedDiscount } from './clawback.rules.ts'

const given = (discount: number, stays: number, more: Partial<IssuedDiscount> = {}): IssuedDiscount => ({
  component: 'TUITION',
  payerId: 'P',
  discount,
  stays,
  ...more,
})

describe('discounts that are taken back', () => {
  it('FEE-17: are the difference to what stays, once, and never a credit', () => {
    const issued = [given(60_000, 50_000), given(60_000, 50_000)]
    expect(clawback(issued)).toEqual([{ component: 'TUITION', payerId: 'P', amount: 20_000 }])
    expect(clawback([...issued, given(-20_000, 0)])).toEqual([])
    expect(clawback([...issued, given(-30_000, 0)])).toEqual([])
  })

  it('come from who had them', () => {
    const taken = clawback([given(40_000, 30_000), given(20_000, 15_000, { payerId: 'Q' })])
    expect(taken.map(({ payerId, amount }) => [payerId, amount])).toEqual([
      ['P', 10_000],
      ['Q', 5_000],
    ])
  })
})

describe('what stays of a discount', () => {
  const amounts = [{ ppm: 0 }, { ppm: 50_000 }, { ppm: 60_000 }]
  const third: DiscountBasis = { rank: 3, amounts, isCapped: false, isClawedBack: true }
  const sibling = { gross: 1_000_000, discount: 60_000, basis: third }
  const granted = { ...sibling, basis: { ...third, rank: null, amounts: [{ ppm: 60_000 }] } }

  it('FEE-17: goes by the rank and by the amounts when it was applied', () => {
    const stays = [1, 2, 3, 4].map((rank) => discountThatStays(sibling, { rank, amounts: [{ ppm: 1 }] }))
    expect(stays).toEqual([0, 50_000, 60_000, 60_000])
  })

  it('is all of it while the grant holds, whatever the rule says now', () => {
    expect(discountThatStays(granted, { isGranted: true, own: null })).toBe(60_000)
    expect(discountThatStays(granted, { isGranted: true, own: { ppm: 30_000 } })).toBe(30_000)
    expect(discountThatStays(granted, { isGranted: false, own: null })).toBe(0)
  })

  it('is all of it where the rule was not to be taken back then', () => {
    const basis = { ...third, isClawedBack: false }
    expect(discountThatStays({ ...sibling, basis }, { rank: 1, amounts })).toBe(60_000)
  })

  it('is no less than the lower rank would give, where a cap of the family had lowered it', () => {
    const capped = { gross: 1_000_000, discount: 55_000, basis: { ...third, isCapped: true } }
    expect(discountThatStays(capped, { rank: 2, amounts })).toBe(50_000)
    expect(discountThatStays({ ...capped, discount: 40_000 }, { rank: 2, amounts })).toBe(40_000)
  })

  it('is all of an older one, unless its grant ended or a first child has none by the rule', () => {
    const old = { ...sibling, basis: undefined }
    expect([1, 2].map((rank) => discountThatStays(old, { rank, amounts }))).toEqual([0, 60_000])
    expect(discountThatStays(old, { rank: 1, amounts: [{ ppm: 0 }] })).toBe(60_000)
    expect(discountThatStays(old, { isGranted: true, own: null })).toBe(60_000)
    expect(discountThatStays(old, { isGranted: false, own: null })).toBe(0)
  })
})
