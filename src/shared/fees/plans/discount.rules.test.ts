import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDiscounts } from './discount.rules.ts'

const tuition = (gross: number) => ({ component: 'tuition', gross, isDiscountable: true })
const transport = (gross: number) => ({ component: 'transport', gross, isDiscountable: false })
const staff = { id: 'staff', value: { ppm: 500_000 } }
const sibling = { id: 'sibling', value: { ppm: 50_000 } }
const scholarship = { id: 'scholarship', value: { amount: 200_000 } }

describe('discounts', () => {
  it('FEE-18: apply in the printed order: fixed, then percentages on what is left, highest first', () => {
    const [line, bus] = applyDiscounts([tuition(4_000_000), transport(300_000)], [sibling, staff, scholarship])
    expect(line).toEqual({
      component: 'tuition',
      gross: 4_000_000,
      discounts: [
        { id: 'scholarship', amount: 200_000 },
        { id: 'staff', amount: 1_900_000 },
        { id: 'sibling', amount: 95_000 },
      ],
      net: 1_805_000,
    })
    expect(bus).toEqual({ component: 'transport', gross: 300_000, discounts: [], net: 300_000 })
  })

  it('FEE-18: never give a line below 0', () => {
    const whole = { id: 'whole', value: { amount: 9_999_999 } }
    expect(applyDiscounts([tuition(100)], [whole, staff])).toEqual([
      { component: 'tuition', gross: 100, discounts: [{ id: 'whole', amount: 100 }], net: 0 },
    ])
  })

  it('are of the gross where the rule says so, and end at the cap of family and year', () => {
    const onGross = { id: 'gross', value: { ppm: 100_000, onGross: true } }
    expect(applyDiscounts([tuition(1_000)], [staff, onGross])[0]?.net).toBe(400)
    expect(applyDiscounts([tuition(1_000)], [{ ...staff, capLeft: 120 }])[0]?.net).toBe(880)
    expect(applyDiscounts([tuition(1_000)], [{ ...staff, components: ['books'] }])[0]?.net).toBe(1_000)
  })

  it('are exact on every line: gross less the printed discounts is the net', () => {
    const line = fc.record({
      component: fc.constantFrom('a', 'b', 'c'),
      gross: fc.nat(9_000_000),
      isDiscountable: fc.boolean(),
    })
    const value = fc.oneof(
      fc.record({ amount: fc.nat(5_000_000) }),
      fc.record({ ppm: fc.nat(1_000_000), onGross: fc.boolean() }),
    )
    const discount = fc.record({ id: fc.uuid(), value, capLeft: fc.option(fc.nat(2_000_000), { nil: undefined }) })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.array(discount, { maxLength: 6 }), (lines, discounts) => {
        const result = applyDiscounts(lines, discounts)
        for (const [no, { gross, discounts: applied, net }] of result.entries()) {
          expect(net).toBeGreaterThanOrEqual(0)
          expect(gross - applied.reduce((all, { amount }) => all + amount, 0)).toBe(net)
          if (lines[no]?.isDiscountable === false) expect(applied).toEqual([])
        }
        expect(applyDiscounts(lines, discounts.toReversed())).toEqual(result)
      }),
    )
  })
})
