import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { CustomerId, ItemId, SaleId, UserId } from '#shared/kernel/fields.ts'
import { minor, negate } from '#shared/kernel/money.ts'
import { hourMs, toInstant } from '#shared/kernel/time.ts'
import { priceCart } from '../cart.rules.ts'
import { priceRefund } from '../refunds/refund.rules.ts'
import type { Sale } from '../sale.contract.ts'
import { quarterOf, quarterText } from './quarter.rules.ts'
import {
  divideDocuments,
  divideLines,
  documentPart,
  lineSums,
  refundDocument,
  saleDocument,
  type SalesDocument,
  sortParts,
  sumLines,
  sumSales,
} from './sales-division.rules.ts'
import { overShort } from './over-short.rules.ts'

declare const process: { env: Record<string, string | undefined> }
vi.setConfig({ testTimeout: 600_000 })
/** POS-101 asks for 10⁵ days: BAWABA_RUNS=100. */
const days = 1000 * Number(process.env.BAWABA_RUNS ?? 1)

const idOf = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const name = { en: 'Tea', ar: 'شاي' }
const zone = 'Asia/Qatar'
const midnight = Date.parse('2026-05-03T21:00:00.000Z')
const codes = [
  { code: 'IN15', name, ratePpm: 150_000, included: true },
  { code: 'TOP7', name, ratePpm: 72_500, included: false },
  { code: 'FREE', name, ratePpm: 0, included: true },
]
/** Eight items: three taxes, four categories, one of no category. */
const categoryOf = (itemId: string) => (itemId === idOf(7) ? undefined : `c${Number(itemId.slice(-1)) % 4}`)

/** Two classes of three pupils; the fourth has none. */
const classOf = (customerId: string) => ({ [idOf(60)]: '2-A', [idOf(61)]: '2-A', [idOf(62)]: '10-B' })[customerId]

const aLine = fc.record({ item: fc.nat(7), price: fc.nat(3000), qty: fc.integer({ min: 1, max: 4 }) })
const aSale = fc.record({
  till: fc.nat(2),
  cashier: fc.nat(3),
  /** Minutes since the midnight that begins the day; the last two hours are after the next one. */
  minute: fc.integer({ min: 6 * 60, max: 26 * 60 }),
  lines: fc.array(aLine, { minLength: 1, maxLength: 4 }),
  discountPpm: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
  /** The first three have a class, the fourth is a pupil without one; the fifth is nobody. */
  buyer: fc.nat(4),
  isVoided: fc.boolean(),
  isOfYesterday: fc.boolean(),
  /** Pieces of each line that go back, at another till and an hour later. */
  back: fc.array(fc.nat(2), { maxLength: 4 }),
})

type SaleWish = typeof aSale extends fc.Arbitrary<infer T> ? T : never

function soldOf({ lines, discountPpm, minute, cashier, buyer }: SaleWish, n: number): Sale {
  const priced = priceCart(
    {
      lines: lines.map(({ item, price, qty }, no) => ({
        id: idOf(1000 * (n + 1) + no),
        item: {
          id: ItemId.parse(idOf(item)),
          name,
          price: minor(price),
          taxCode: codes[item % 3]?.code ?? 'FREE',
          allergens: [],
        },
        qtyMilli: qty * 1000,
        modifiers: [],
      })),
      discount:
        discountPpm > 0
          ? { id: idOf(4), kind: 'ppm', value: discountPpm, reason: 'x', by: UserId.parse(idOf(9)) }
          : null,
    },
    codes,
  )
  return {
    id: SaleId.parse(idOf(n)),
    lines: priced.lines,
    taxes: priced.taxes,
    totals: priced.totals,
    tenders: [{ kind: 'account', id: idOf(5), amount: priced.totals.total, customerId: CustomerId.parse(idOf(6)) }],
    soldAt: toInstant(midnight + minute * 60_000),
    cashierId: UserId.parse(idOf(cashier)),
    customerId: buyer === 4 ? null : CustomerId.parse(idOf(60 + buyer)),
  } as unknown as Sale
}

/** All documents of one business day: its sales, and what was given back in it, also of yesterday's sales. */
function dayOf(wishes: readonly SaleWish[]): SalesDocument[] {
  return wishes.flatMap((wish, n) => {
    const sale = soldOf(wish, n)
    const tillId = `t${wish.till}`
    const own = wish.isOfYesterday ? [] : [saleDocument(sale, { tillId, isVoided: wish.isVoided })]
    const wanted = sale.lines.map((line, no) => ({
      saleLineId: line.id,
      qtyMilli: Math.min(line.qtyMilli, (wish.back[no] ?? 0) * 1000),
      goods: no === 0 ? ('waste' as const) : ('kept' as const),
    }))
    const priced = priceRefund(sale, wanted, [])
    if (priced.lines.length === 0) return own
    const at = toInstant(Date.parse(sale.soldAt) + hourMs)
    const by = UserId.parse(idOf((wish.cashier + 1) % 4))
    const back = { at, by, customerId: sale.customerId, totals: priced.totals, lines: priced.lines }
    return [...own, refundDocument(back, { tillId: `t${(wish.till + 1) % 3}` })]
  })
}

const moneyOf = ({ gross, discount, refunded, net, tax, total }: ReturnType<typeof sumLines>) => ({
  gross,
  discount,
  refunded,
  net,
  tax,
  total,
})

describe('sales, divided', () => {
  it('POS-101: Σ tills = site = Σ hours = Σ items = Σ categories = Σ cashiers = Σ classes = Σ tax bases + tax, on any day', () => {
    fc.assert(
      fc.property(fc.array(aSale, { maxLength: 12 }), (wishes) => {
        const documents = dayOf(wishes)
        const site = sumSales(divideDocuments(documents, 'till', { timeZone: zone }).map(({ figures }) => figures))
        for (const by of ['hour', 'cashier', 'class'] as const) {
          expect(
            sumSales(divideDocuments(documents, by, { timeZone: zone, classOf }).map(({ figures }) => figures)),
          ).toEqual(site)
        }
        const sums = lineSums(documents)
        const { sales: _sales, refunds: _refunds, ...money } = site
        for (const by of ['item', 'category', 'tax'] as const) {
          const parts = divideLines(sums, by, categoryOf)
          expect(moneyOf(sumLines(parts.map(({ figures }) => figures)))).toEqual(money)
        }
        expect(site.net + site.tax).toBe(site.total)
        const standing = documents.filter((d) => d.kind === 'refund' || !d.isVoided)
        const total = standing.reduce((n, d) => n + (d.kind === 'refund' ? negate(d.totals.total) : d.totals.total), 0)
        expect(site.total).toBe(total)
      }),
      { numRuns: days },
    )
  })

  it('counts a refund after midnight, of yesterday’s sale, in the day of the shift that gave it', () => {
    const wish = { ...sampleWish, isOfYesterday: true, minute: 25 * 60, back: [2] }
    const [site] = divideDocuments(dayOf([wish]), 'till', { timeZone: zone })
    expect(site).toEqual({
      key: 't1',
      figures: { sales: 0, refunds: 1, gross: 0, discount: 0, refunded: 2000, net: -1739, tax: -261, total: -2000 },
    })
    const [tea] = lineSums(dayOf([wish]))
    expect(tea?.figures).toMatchObject({ qtyMilli: -2000, wasteMilli: 2000 })
  })

  it('counts quarters by the clock on the wall of the school, and reads them from the beginning of its day', () => {
    expect(quarterOf('2026-05-04T06:29:59.999Z', zone)).toBe(37)
    expect(quarterText(37)).toBe('09:15')
    expect(quarterOf('2026-07-01T22:00:00.000Z', 'Africa/Cairo')).toBe(4)
    const late = divideDocuments(dayOf([sampleWish, { ...sampleWish, minute: 25 * 60 }]), 'hour', { timeZone: zone })
    const parts = sortParts(
      late.map((each) => documentPart(each, null)),
      'hour',
      240,
    )
    expect(parts.map(({ key }) => quarterText(Number(key)))).toEqual(['09:15', '01:00'])
  })
})

const sampleWish: SaleWish = {
  till: 0,
  cashier: 0,
  minute: 9 * 60 + 20,
  buyer: 0,
  lines: [{ item: 0, price: 1000, qty: 3 }],
  discountPpm: 0,
  isVoided: false,
  isOfYesterday: false,
  back: [],
}

describe('sales by class', () => {
  it('POS-101: sums pupils of one class, less what they gave back, and apart who is in none or is nobody', () => {
    const by = (buyer: number, back: number[] = []) => ({ ...sampleWish, buyer, back })
    const parts = divideDocuments(dayOf([by(0, [1]), by(1), by(2), by(3), by(4)]), 'class', { timeZone: zone, classOf })
    expect(parts.map(({ key, figures: { sales, refunds, total } }) => ({ key, sales, refunds, total }))).toEqual([
      { key: '', sales: 2, refunds: 0, total: 6000 },
      { key: '10-B', sales: 1, refunds: 0, total: 3000 },
      { key: '2-A', sales: 2, refunds: 1, total: 5000 },
    ])
  })
})

describe('over and short', () => {
  const shift = { tillId: 't', businessDay: '2026-05-04', by: 'a' }
  it('sums what was too much and too little apart, and counts shifts that nobody has counted', () => {
    expect(
      overShort([
        { ...shift, expected: 100, counted: 130 },
        { ...shift, expected: 100, counted: 80 },
        { ...shift, expected: 100, counted: 100 },
        { ...shift, expected: 100, counted: null },
      ]),
    ).toEqual({ counted: 3, uncounted: 1, over: 30, short: 20, difference: 10 })
  })
})
