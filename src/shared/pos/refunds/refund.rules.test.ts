import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { CustomerId, ItemId, SaleId, UserId } from '#shared/kernel/fields.ts'
import { add, minor, subtract, sum } from '#shared/kernel/money.ts'
import { priceCart } from '../cart.rules.ts'
import { refundFaults } from './refund-faults.rules.ts'
import type { RefundTender } from './refund.contract.ts'
import { type EarlierRefund, leftToRefund, priceRefund, type RefundableSale, refundParts } from './refund.rules.ts'
import type { Tender } from '../sale.contract.ts'

vi.setConfig({ testTimeout: 60_000 })
const numRuns = 1000

const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const name = { en: 'Tea', ar: 'شاي' }
const itemId = ItemId.parse(idOf(1))
const customerId = CustomerId.parse(idOf(2))
const by = UserId.parse(idOf(3))
const codes = [
  { code: 'IN15', name, ratePpm: 150_000, included: true },
  { code: 'TOP7', name, ratePpm: 72_500, included: false },
  { code: 'FREE', name, ratePpm: 0, included: true },
]

interface Wish {
  price: number
  qty: number
  code: number
}

function soldOf(
  lines: readonly Wish[],
  discountPpm: number,
  tenders: readonly Tender[] = [],
): RefundableSale & { total: number } {
  const cart = {
    lines: lines.map(({ price, qty, code }, n) => ({
      id: idOf(100 + n),
      item: { id: itemId, name, price: minor(price), taxCode: codes[code]?.code ?? 'FREE', allergens: [] },
      qtyMilli: qty * 1000,
      modifiers: [],
    })),
    discount: discountPpm > 0 ? { id: idOf(4), kind: 'ppm' as const, value: discountPpm, reason: 'x', by } : null,
  }
  const priced = priceCart(cart, codes)
  return {
    id: SaleId.parse(idOf(5)),
    lines: priced.lines,
    taxes: priced.taxes,
    tenders: [...tenders],
    total: priced.totals.total,
  }
}

const sale = fc
  .record({
    lines: fc.array(
      fc.record({ price: fc.integer({ min: 0, max: 5000 }), qty: fc.integer({ min: 1, max: 7 }), code: fc.nat(2) }),
      { minLength: 1, maxLength: 6 },
    ),
    discount: fc.constantFrom(0, 0, 100_000, 333_333, 1_000_000),
  })
  .map(({ lines, discount }) => soldOf(lines, discount))

/** Every piece of the sale on its own, in any order. */
const pieces = (sold: RefundableSale) =>
  sold.lines.flatMap(({ id, qtyMilli }) => Array<string>(qtyMilli / 1000).fill(id))

describe('refunded piece by piece', () => {
  it('POS-52 POS-53: all parts together are each line, each tax and the receipt to the smallest unit', () => {
    const run = fc
      .tuple(sale, fc.infiniteStream(fc.nat()))
      .map(([sold, order]) => ({ sold, order: [...order.take(60)] }))
    fc.assert(
      fc.property(run, ({ sold, order }) => {
        const left = pieces(sold)
        const done: (EarlierRefund & ReturnType<typeof priceRefund>)[] = []
        for (let n = 0; left.length > 0; n += 1) {
          const [saleLineId] = left.splice((order[n] ?? 0) % left.length, 1)
          const priced = priceRefund(sold, [{ saleLineId: saleLineId ?? '', qtyMilli: 1000, goods: 'kept' }], done)
          for (const { net, tax, discount, gross } of priced.lines)
            expect(Math.min(net, tax, discount, gross)).toBeGreaterThanOrEqual(0)
          done.push({ id: String(n), tenders: [], ...priced })
        }
        for (const line of sold.lines) {
          const parts = done.flatMap(({ lines }) => lines).filter(({ saleLineId }) => saleLineId === line.id)
          const figures = (['gross', 'discount', 'net', 'tax'] as const).map((key) => sum(parts.map((p) => p[key])))
          expect(figures).toEqual([line.gross, line.discount, line.net, line.tax])
          expect(leftToRefund(line, done)).toBe(0)
        }
        expect(sum(done.map(({ totals }) => totals.total))).toBe(sold.total)
        for (const tax of sold.taxes) {
          const ofCode = done.flatMap(({ taxes }) => taxes).filter(({ code }) => code === tax.code)
          expect([sum(ofCode.map((t) => t.net)), sum(ofCode.map((t) => t.tax))]).toEqual([tax.net, tax.tax])
        }
      }),
      { numRuns },
    )
  })

  it('POS-52: one of three at 10.00 with the tax inside', () => {
    const sold = soldOf([{ price: 1000, qty: 3, code: 0 }], 0)
    const earlier: EarlierRefund[] = []
    const taxes = [0, 1, 2].map((n) => {
      const one = priceRefund(sold, [{ saleLineId: idOf(100), qtyMilli: 1000, goods: 'kept' }], earlier)
      earlier.push({ id: String(n), tenders: [], ...one })
      return [one.totals.total, one.totals.tax]
    })
    expect(taxes).toEqual([
      [1000, 130],
      [1000, 131],
      [1000, 130],
    ])
    expect(sold.taxes[0]?.tax).toBe(391)
  })
})

const cash = (id: number, amount: number): Tender => ({
  kind: 'cash',
  id: idOf(id),
  amount: minor(amount),
  given: minor(amount),
  change: minor(0),
  rounding: minor(0),
})
const account = (id: number, amount: number): Tender => ({
  kind: 'account',
  id: idOf(id),
  amount: minor(amount),
  customerId,
})

describe('where the money goes', () => {
  it('is back to the tender used last, and no more than is left of it', () => {
    const sold = soldOf([{ price: 1000, qty: 3, code: 2 }], 0, [account(10, 2000), cash(11, 1000)])
    const first = refundParts(sold, 1500, [])
    expect(first.map(({ tender, amount }) => [tender.kind, amount])).toEqual([
      ['cash', 1000],
      ['account', 500],
    ])
    const earlier = [{ id: 'a', lines: [], tenders: [{ saleTenderId: idOf(11), amount: minor(400) }] }]
    expect(refundParts(sold, 700, earlier).map(({ tender, amount }) => [tender.kind, amount])).toEqual([
      ['cash', 600],
      ['account', 100],
    ])
  })

  const refundOf = (sold: RefundableSale, tender: RefundTender, qty = 1) => {
    const priced = priceRefund(sold, [{ saleLineId: idOf(100), qtyMilli: qty * 1000, goods: 'kept' }], [])
    return { ...priced, tenders: [{ ...tender, amount: priced.totals.total }] }
  }

  it('POS-55: is never cash, nor another account, for what an account paid', () => {
    const sold = soldOf([{ price: 1000, qty: 3, code: 2 }], 0, [account(10, 3000)])
    const base = { id: idOf(20), amount: minor(0), saleTenderId: idOf(10) }
    const other = CustomerId.parse(idOf(9))
    const faultsOf = (tender: RefundTender) => refundFaults(refundOf(sold, tender), sold, [])
    expect(faultsOf({ kind: 'cash', ...base, rounding: minor(0) })).toEqual(['refund-way'])
    expect(faultsOf({ kind: 'account', ...base, customerId: other })).toEqual(['refund-way'])
    expect(faultsOf({ kind: 'account', ...base, customerId })).toEqual([])
    expect(faultsOf({ kind: 'account', ...base, customerId, saleTenderId: idOf(77) })).toEqual(['refund-way'])
  })

  it('POS-51 POS-54: more than was sold is said, by quantity and by money', () => {
    const sold = soldOf([{ price: 1000, qty: 3, code: 2 }], 0, [cash(11, 3000)])
    const tender = { kind: 'cash' as const, id: idOf(20), amount: minor(0), saleTenderId: idOf(11), rounding: minor(0) }
    const earlier = [{ id: 'a', ...refundOf(sold, tender, 2) }]
    expect(refundFaults(refundOf(sold, tender, 1), sold, earlier)).toEqual([])
    expect(refundFaults(refundOf(sold, tender, 2), sold, earlier)).toEqual(['over-refunded'])
  })

  it('is said to differ when amounts do not follow from the sale or from one another', () => {
    const sold = soldOf([{ price: 1000, qty: 3, code: 0 }], 0, [cash(11, 3000)])
    const tender = { kind: 'cash' as const, id: idOf(20), amount: minor(0), saleTenderId: idOf(11), rounding: minor(0) }
    const right = refundOf(sold, tender, 1)
    const [line] = right.lines
    if (!line) throw new Error('no line')
    const dearer = { ...line, net: add(line.net, 2), gross: add(line.gross, 2) }
    const more = { ...right.totals, net: dearer.net, gross: dearer.gross, total: add(dearer.net, dearer.tax) }
    expect(refundFaults(right, sold, [])).toEqual([])
    expect(
      refundFaults({ ...right, lines: [dearer], totals: more, tenders: [{ ...tender, amount: more.total }] }, sold, []),
    ).toContain('refund-differs')
    expect(
      refundFaults({ ...right, tenders: [{ ...tender, amount: subtract(right.totals.total, 1) }] }, sold, []),
    ).toEqual(['refund-differs'])
  })
})
