import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ItemId, UserId } from '#shared/kernel/fields.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import { type CartLine, priceCart } from '../cart.rules.ts'
import { priceRefund } from '../refunds/refund.rules.ts'
import { judgeTerms } from './line-terms.rules.ts'

const id = '01990000-0000-7000-8000-000000000001'
const by = UserId.parse(id)
const name = { en: 'Tea', ar: 'شاي' }
const codes = [
  { code: 'IN15', name, ratePpm: 150_000, included: true },
  { code: 'TOP7', name, ratePpm: 72_500, included: false },
]

const cut = fc.oneof(
  fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 0, max: 4000 }) }),
  fc.record({ kind: fc.constant('ppm' as const), value: fc.integer({ min: 0, max: 1_000_000 }) }),
)
const line = fc
  .record({
    price: fc.integer({ min: 0, max: 3000 }),
    qtyMilli: fc.oneof(
      fc.integer({ min: 1, max: 9 }).map((n) => n * 1000),
      fc.integer({ min: 1, max: 9999 }),
    ),
    taxCode: fc.constantFrom('IN15', 'TOP7'),
    cut: fc.option(cut),
    over: fc.option(fc.integer({ min: 0, max: 3000 })),
  })
  .map(
    ({ price, qtyMilli, taxCode, cut: off, over }): Omit<CartLine, 'id'> => ({
      item: { id: ItemId.parse(id), name, price: minor(price), taxCode, allergens: [] },
      qtyMilli,
      modifiers: [],
      ...(off && { discount: { ...off, reason: 'crushed', by } }),
      ...(over !== null && { price: { amount: minor(over), reason: 'last one', by } }),
    }),
  )
const carts = fc
  .record({ lines: fc.array(line, { minLength: 1, maxLength: 8 }), discount: fc.option(cut) })
  .map((cart) => ({
    lines: cart.lines.map((each, n) => ({
      ...each,
      id: `01990000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`,
    })),
    discount: cart.discount && { id, reason: 'staff', by, ...cart.discount },
  }))

describe('discounts of single lines', () => {
  it('come off once, before the document’s, which is of what is left: no half unit stands anywhere', () => {
    const property = fc.property(carts, (cart) => {
      const priced = priceCart(cart, codes)
      const own = priced.lines.map(({ ownDiscount }) => ownDiscount?.amount ?? 0)
      const bases = priced.lines.map(({ gross }, n) => gross - (own[n] ?? 0))
      for (const [n, each] of cart.lines.entries()) {
        const gross = priced.lines[n]?.gross ?? 0
        const wanted = !each.discount
          ? 0
          : each.discount.kind === 'amount'
            ? each.discount.value
            : Number((2n * BigInt(gross) * BigInt(each.discount.value) + 1_000_000n) / 2_000_000n)
        expect(own[n]).toBe(Math.min(wanted, gross))
        expect(priced.lines[n]?.discount).toBeGreaterThanOrEqual(own[n] ?? 0)
        expect(priced.lines[n]?.discount).toBeLessThanOrEqual(gross)
        expect(priced.lines[n]?.unitPrice).toBe(each.price?.amount ?? each.item.price)
      }
      const { totals, discountAmount } = priced
      expect(discountAmount).toBeLessThanOrEqual(sum(bases))
      expect(totals.discount).toBe(sum(own) + discountAmount)
      expect(totals.discount).toBe(sum(priced.lines.map((l) => l.discount)))
      expect(totals.total).toBe(sum(priced.lines.map((l) => l.net + l.tax)))
      expect([...own, totals.total, ...priced.lines.map((l) => l.net)].every(Number.isInteger)).toBe(true)
    })
    fc.assert(property, { numRuns: 3000 })
  })

  it('POS-53: of a discounted receipt all pieces, refunded one by one, are its total', () => {
    const whole = carts.map((cart) => ({
      ...cart,
      lines: cart.lines.map((l) => ({
        ...l,
        qtyMilli: 1000 * Math.max(1, Math.min(3, Math.round(l.qtyMilli / 1000))),
      })),
    }))
    const property = fc.property(whole, (cart) => {
      const { lines, taxes, totals } = priceCart(cart, codes)
      const sale = { id: id as never, lines, taxes, tenders: [] }
      const parts: ReturnType<typeof priceRefund>[] = []
      for (const each of lines) {
        for (let piece = 0; piece < each.qtyMilli / 1000; piece += 1) {
          const earlier = parts.map((part, n) => ({ id: String(n), lines: part.lines, tenders: [] }))
          parts.push(priceRefund(sale, [{ saleLineId: each.id, qtyMilli: 1000, goods: 'kept' }], earlier))
        }
      }
      expect(sum(parts.map((part) => part.totals.total))).toBe(totals.total)
      expect(sum(parts.map((part) => part.totals.discount))).toBe(totals.discount)
    })
    fc.assert(property, { numRuns: 300 })
  })
})

describe('who may give them', () => {
  const sold = (ppm: number) => {
    const item = { id: ItemId.parse(id), name, price: minor(1000), taxCode: 'IN15', allergens: [] }
    const discount = { kind: 'ppm' as const, value: ppm, reason: 'crushed', by }
    return priceCart({ lines: [{ id, item, qtyMilli: 1000, modifiers: [], discount }], discount: null }, codes).lines
  }
  it('is nobody without the permission, a supervisor up to a fifth, and another person beyond', () => {
    const judge = (ppm: number, role: 'operator' | 'supervisor') =>
      judgeTerms(sold(ppm), {
        person: { userId: by, roles: [role] },
        limits: undefined,
        tillId: id,
        done: [],
        isOffline: false,
      })
    expect([judge(1000, 'operator'), judge(200_000, 'supervisor'), judge(201_000, 'supervisor')]).toEqual([
      'approval',
      'reason',
      'approval',
    ])
  })
})
