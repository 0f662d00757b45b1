import { describe, expect, it } from 'vitest'
import { minor } from '#shared/kernel/money.ts'
import { priceCart } from '../cart.rules.ts'
import type { Sale } from '../sale.contract.ts'
import { displayOfCart, displayOfSale } from './customer-display.rules.ts'

const taxCodes = [
  { code: 'S5', rate: 50_000, ratePpm: 50_000, included: true, name: { en: 'VAT', ar: 'ضريبة' } },
] as unknown as Parameters<typeof priceCart>[1]

const priced = priceCart(
  {
    lines: [
      {
        id: 'line',
        item: { id: 'item', name: { en: 'Rice', ar: 'أرز' }, price: minor(1000), taxCode: 'S5', allergens: [] },
        qtyMilli: 2000,
        modifiers: [],
        overrideReason: 'Mariam may have nuts',
      },
    ],
    discount: null,
  } as unknown as Parameters<typeof priceCart>[0],
  taxCodes,
)

describe('POS-74: the second screen', () => {
  it('has the lines, the total and the change, and not a word about the customer', () => {
    const sale = {
      ...priced,
      customerId: 'Mariam',
      balance: 4200,
      entitlements: ['lunch'],
      picture: 'face',
    } as unknown as Pick<Sale, 'lines' | 'totals'>
    expect(displayOfCart(sale)).toEqual({
      state: 'cart',
      lines: [{ name: { en: 'Rice', ar: 'أرز' }, modifiers: [], qtyMilli: 2000, amount: 2000 }],
      discount: minor(0),
      total: 2000,
    })
    expect(displayOfSale(sale, minor(300))).toEqual({ state: 'paid', total: 2000, change: 300 })
    expect(JSON.stringify([displayOfCart(sale), displayOfSale(sale, minor(0))])).not.toMatch(/Mariam|4200|lunch|face/)
  })

  it('is idle without a line', () =>
    expect(displayOfCart({ lines: [], totals: priced.totals })).toEqual({ state: 'idle' }))
})
