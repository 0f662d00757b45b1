import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CustomerId, SaleId, ShiftId } from '#shared/kernel/fields.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import type { Sale, TaxTotal, Tender } from './sale.contract.ts'
import { type CashMovement, CashMovementKind, ShiftReport } from './shift.contract.ts'
import { type ShiftRows, shiftReport } from './shift-report.rules.ts'
import { cashTender } from './tender.rules.ts'

const uuid = (n: number) => `01990000-0000-7000-8000-${String(n).padStart(12, '0')}`
const customerId = CustomerId.parse(uuid(900))

const cash = (amount: number, given = amount, change = given - amount, rounding = 0): Tender => ({
  kind: 'cash',
  id: uuid(1),
  amount: minor(amount),
  given: minor(given),
  change: minor(change),
  rounding: minor(rounding),
})
const account = (amount: number): Tender => ({ kind: 'account', id: uuid(1), amount: minor(amount), customerId })
const card = (amount: number): Tender => ({ kind: 'card', id: uuid(1), amount: minor(amount), terminalRef: '1' })
const taxed = (net: number, tax: number, code = 'VAT', ratePpm = 50_000, included = true): TaxTotal => {
  return { code, ratePpm, included, net: minor(net), tax: minor(tax) }
}

type Row = ShiftRows['sales'][number]
/** A sale of one tax code without a discount; the total is what the tenders settle. */
function sale(seq: number, tenders: Tender[], taxes?: TaxTotal[]): Row {
  const total = sum(tenders.map((t) => t.amount))
  const own = taxes ?? [taxed(total, 0, 'FREE', 0)]
  const net = sum(own.map((t) => t.net))
  return {
    id: SaleId.parse(uuid(100 + seq)),
    receiptSeq: seq,
    receiptNo: `MAIN-T1-1-${String(seq).padStart(6, '0')}`,
    taxes: own,
    totals: { gross: total, discount: minor(0), net, tax: sum(own.map((t) => t.tax)), total },
    tenders,
  }
}
const moved = (kind: CashMovement['kind'], amount: number) => ({ kind, amount: minor(amount) })
const voidOf = (of: Row) => ({ saleId: of.id })

const rows = (more: Partial<ShiftRows> = {}): ShiftRows => ({
  open: {
    id: ShiftId.parse(uuid(2)),
    no: 7,
    currency: 'KWD',
    businessDay: '2026-09-01',
    floatAmount: minor(20_000),
  },
  sales: [],
  voids: [],
  movements: [],
  topUps: [],
  refunds: [],
  countedCash: null,
  ...more,
})
const report = (more: Partial<ShiftRows> = {}) => shiftReport(rows(more))

describe('T22: the drawer', () => {
  it('gains 7.000 when 7.000 are due and 10.000 given', () => {
    expect(report({ sales: [sale(1, [cash(7_000, 10_000)])] })).toMatchObject({
      cashTaken: 7_000,
      expectedCash: 27_000,
      tenders: [{ kind: 'cash', count: 1, amount: 7_000 }],
      total: 7_000,
    })
  })

  it('holds what was rounded, and the report names it', () => {
    const tender = cashTender(uuid(1), 1_012, 2_000, 5)
    expect(report({ sales: [sale(1, tender ? [tender] : [])] })).toMatchObject({
      cashTaken: 1_010,
      rounding: -2,
      total: 1_012,
      tenders: [{ kind: 'cash', count: 1, amount: 1_012 }],
    })
  })

  it('does not gain what was paid on account or by card', () => {
    const sales = [sale(1, [account(500), cash(200, 500)]), sale(2, [card(900)])]
    expect(report({ sales })).toMatchObject({
      cashTaken: 200,
      expectedCash: 20_200,
      tenders: [
        { kind: 'account', count: 1, amount: 500 },
        { kind: 'card', count: 1, amount: 900 },
        { kind: 'cash', count: 1, amount: 200 },
      ],
    })
  })

  it('follows money put in, taken out and dropped, but not a drawer opened for nothing', () => {
    const movements = [moved('paid-in', 5_000), moved('paid-out', 1_500), moved('drop', 20_000), moved('no-sale', 0)]
    expect(report({ movements })).toMatchObject({
      expectedCash: 3_500,
      movements: [
        { kind: 'drop', count: 1, amount: 20_000 },
        { kind: 'no-sale', count: 1, amount: 0 },
        { kind: 'paid-in', count: 1, amount: 5_000 },
        { kind: 'paid-out', count: 1, amount: 1_500 },
      ],
    })
    expect(report({ movements: [moved('no-sale', 999)] }).expectedCash).toBe(20_000)
  })

  it.each([
    [null, null],
    [20_000, 0],
    [19_750, -250],
    [20_001, 1],
    [0, -20_000],
  ])('counted %j: difference %j', (counted, difference) => {
    expect(report({ countedCash: counted === null ? null : minor(counted) })).toMatchObject({ difference })
  })
})

describe('a voided sale', () => {
  const kept = sale(1, [cash(1_000)], [taxed(952, 48)])
  const gone = sale(2, [cash(7_000, 10_000)], [taxed(6_667, 333)])

  it('leaves every total and the drawer, and counts under voids', () => {
    const without = report({ sales: [kept] })
    expect(report({ sales: [kept, gone], voids: [voidOf(gone)] })).toEqual({
      ...without,
      voidsCount: 1,
      voidsTotal: 7_000,
      lastReceipt: gone.receiptNo,
    })
  })

  it('counts once, however often it was voided', () => {
    const once = report({ sales: [kept, gone], voids: [voidOf(gone)] })
    expect(report({ sales: [kept, gone], voids: [voidOf(gone), voidOf(gone)] })).toEqual(once)
  })

  it('keeps its receipt number at either end', () => {
    expect(report({ sales: [gone, kept], voids: [voidOf(kept), voidOf(gone)] })).toMatchObject({
      salesCount: 0,
      voidsCount: 2,
      firstReceipt: kept.receiptNo,
      lastReceipt: gone.receiptNo,
    })
  })

  it('of another shift changes nothing here', () => {
    expect(report({ sales: [kept], voids: [voidOf(gone)] })).toEqual(report({ sales: [kept] }))
  })
})

describe('the report', () => {
  it('of an empty shift is all zeros, with the float in the drawer', () => {
    const empty = report()
    expect(ShiftReport.safeParse(empty).success).toBe(true)
    expect(empty).toMatchObject({ salesCount: 0, total: 0, taxes: [], tenders: [], expectedCash: 20_000 })
    expect([empty.firstReceipt, empty.lastReceipt]).toEqual([null, null])
  })

  it('orders receipts by number and not as text', () => {
    const ninth = { ...sale(9, [cash(1)]), receiptNo: 'MAIN-T1-1-9' }
    const tenth = { ...sale(10, [cash(1)]), receiptNo: 'MAIN-T1-1-10' }
    expect(report({ sales: [tenth, ninth] })).toMatchObject({
      firstReceipt: 'MAIN-T1-1-9',
      lastReceipt: 'MAIN-T1-1-10',
    })
  })

  it('keeps apart two rates of one code, and one rate inside and on top', () => {
    const taxes = [taxed(100, 5), taxed(100, 15, 'VAT', 150_000), taxed(100, 5, 'VAT', 50_000, false), taxed(10, 1)]
    expect(report({ sales: [sale(1, [cash(336)], taxes)] }).taxes).toEqual([
      taxed(100, 15, 'VAT', 150_000),
      taxed(100, 5, 'VAT', 50_000, false),
      taxed(110, 6),
    ])
  })
})

const tender = fc
  .tuple(fc.constantFrom('cash', 'account', 'card'), fc.integer({ min: 1, max: 9_999 }), fc.nat({ max: 40 }))
  .map(([kind, amount, notes]): Tender => {
    if (kind === 'account') return account(amount)
    if (kind === 'card') return card(amount)
    return cashTender(uuid(1), amount, Math.max(notes * 250, 250), 5) ?? cash(amount)
  })
const codes = ['A', 'B', 'C'] as const
const someSale = fc.tuple(
  fc.array(tender, { minLength: 1, maxLength: 3 }),
  fc.constantFrom(...codes),
  fc.nat({ max: 90 }),
)
const movement = fc.record({
  kind: fc.constantFrom(...CashMovementKind.options),
  amount: fc.nat({ max: 9_999 }).map(minor),
})
const shift = fc
  .record({
    sold: fc.array(someSale, { maxLength: 15 }),
    voided: fc.array(fc.nat({ max: 14 }), { maxLength: 4 }),
    movements: fc.array(movement, { maxLength: 5 }),
    counted: fc.option(fc.nat({ max: 99_999 }).map(minor)),
  })
  .map(({ sold, voided, movements, counted }): ShiftRows => {
    const sales = sold.map(([tenders, code, percent], i) => {
      const total = sum(tenders.map((t) => t.amount))
      const tax = Math.floor((total * percent) / 100)
      return sale(i + 1, tenders, [taxed(total - tax, tax, code)])
    })
    const voids = voided.flatMap((i) => (sales[i] ? [voidOf(sales[i])] : []))
    return rows({ sales, voids, movements, countedCash: counted })
  })

/** Cash as a person would follow it: every note into and out of the drawer, one after the other. */
function walkThroughDrawer(of: ShiftRows): number {
  let drawer = Number(of.open.floatAmount)
  for (const s of of.sales) {
    for (const t of s.tenders) {
      if (t.kind !== 'cash') continue
      drawer += t.given
      drawer -= t.change
      // Who cancels a sale gets back what stayed in the drawer for it.
      if (of.voids.some((v) => v.saleId === s.id)) drawer -= t.given - t.change
    }
  }
  const sign = { 'paid-in': 1, 'paid-out': -1, drop: -1, 'no-sale': 0 }
  for (const m of of.movements) drawer += sign[m.kind] * m.amount
  return drawer
}

describe('any shift', () => {
  it('adds up: net + tax = total = Σ tenders = Σ taxes, and the drawer holds what went through it', () => {
    fc.assert(
      fc.property(shift, (of) => {
        const z = shiftReport(of)
        expect(ShiftReport.safeParse(z).success).toBe(true)
        expect(z.net + z.tax).toBe(z.total)
        expect(sum(z.tenders.map((t) => t.amount))).toBe(z.total)
        expect(sum(z.taxes.map((t) => t.tax))).toBe(z.tax)
        expect(sum(z.taxes.map((t) => t.net))).toBe(z.net)
        expect(z.total + z.voidsTotal).toBe(sum(of.sales.map((s) => s.totals.total)))
        expect(z.salesCount + z.voidsCount).toBe(of.sales.length)
        expect(z.expectedCash).toBe(walkThroughDrawer(of))
        expect(z.cashTaken - z.rounding).toBe(z.tenders.find((t) => t.kind === 'cash')?.amount ?? 0)
        expect(z.difference).toBe(of.countedCash === null ? null : of.countedCash - walkThroughDrawer(of))
      }),
      { numRuns: 1_000 },
    )
  })

  it('gives the same report from the same rows in any order, to the letter', () => {
    const twoOrders = shift.chain((of) =>
      fc.tuple(
        fc.constant(of),
        fc.shuffledSubarray([...of.sales], { minLength: of.sales.length }),
        fc.shuffledSubarray([...of.voids], { minLength: of.voids.length }),
        fc.shuffledSubarray([...of.movements], { minLength: of.movements.length }),
      ),
    )
    fc.assert(
      fc.property(twoOrders, ([of, sales, voids, movements]) => {
        const reordered = { ...of, sales, voids, movements }
        expect(JSON.stringify(shiftReport(reordered))).toBe(JSON.stringify(shiftReport(of)))
      }),
      { numRuns: 500 },
    )
  })

  it('is the sum of its halves, whichever sale falls into which', () => {
    fc.assert(
      fc.property(shift, fc.infiniteStream(fc.boolean()), (of, coin) => {
        const isLeft = new Map(of.sales.map((s: Pick<Sale, 'id'>) => [s.id, coin.next().value === true]))
        const half = (left: boolean) =>
          shiftReport({ ...of, movements: [], sales: of.sales.filter((s) => isLeft.get(s.id) === left) })
        const whole = shiftReport(of)
        for (const field of [
          'total',
          'net',
          'tax',
          'gross',
          'cashTaken',
          'rounding',
          'salesCount',
          'voidsTotal',
        ] as const) {
          expect(half(true)[field] + half(false)[field], field).toBe(whole[field])
        }
      }),
    )
  })
})
