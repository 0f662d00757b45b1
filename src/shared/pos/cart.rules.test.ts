import { describe, expect, it } from 'vitest'
import { ItemId, UserId } from '#shared/kernel/fields.ts'
import { minor, sum, taxIncludedIn } from '#shared/kernel/money.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import { allergensOf, type CartDiscount, type CartLine, priceCart } from './cart.rules.ts'
import type { Modifier } from './catalogue.contract.ts'
import { SaleLine } from './sale.contract.ts'

const id = '01990000-0000-7000-8000-000000000001'
const name = { en: 'Tea', ar: 'شاي' }
const vat15: TaxCode = { code: 'VAT15', name, ratePpm: 150_000, included: true }
const vat5: TaxCode = { code: 'VAT5', name, ratePpm: 50_000, included: true }
const onTop10: TaxCode = { code: 'TOP10', name, ratePpm: 100_000, included: false }
const free: TaxCode = { code: 'FREE', name, ratePpm: 0, included: true }
const codes = [vat15, vat5, onTop10, free]

const line = (price: number, taxCode = 'FREE', more: Partial<CartLine> = {}): CartLine => ({
  id,
  item: { id: ItemId.parse(id), name, price: minor(price), taxCode, allergens: [] },
  qtyMilli: 1_000,
  modifiers: [],
  ...more,
})
const modifier = (priceDelta: number, more: Partial<Modifier> = {}): Modifier => ({
  id,
  name,
  priceDelta: minor(priceDelta),
  addsAllergens: [],
  removesAllergens: [],
  ...more,
})
const off = (kind: CartDiscount['kind'], value: number): CartDiscount => ({
  id,
  kind,
  value,
  reason: 'staff',
  by: UserId.parse(id),
})
const price = (lines: CartLine[], discount: CartDiscount | null = null) => priceCart({ lines, discount }, codes)

describe('a line', () => {
  it('is (price + modifiers) × quantity, rounded once', () => {
    const { lines } = price([line(1_001, 'FREE', { qtyMilli: 1_500, modifiers: [modifier(250), modifier(-100)] })])
    expect(lines[0]).toMatchObject({ gross: 1_727, discount: 0, net: 1_727, tax: 0, n: 1, unitPrice: 1_001 })
  })

  it('never goes below zero, however much its modifiers take off', () => {
    expect(price([line(500, 'VAT15', { modifiers: [modifier(-800)] })]).totals).toEqual({
      gross: 0,
      discount: 0,
      net: 0,
      tax: 0,
      total: 0,
    })
  })

  it('is what the contract takes, and keeps names, modifiers and reasons as they were sold', () => {
    const { lines } = price([
      line(700, 'VAT5', { overrideReason: 'parent agreed', modifiers: [modifier(50)] }),
      line(700, 'VAT5'),
    ])
    for (const sold of lines) expect(SaleLine.safeParse(sold).success).toBe(true)
    expect(lines[0]).toMatchObject({ name, overrideReason: 'parent agreed', modifiers: [{ id, name, priceDelta: 50 }] })
    expect(lines[1]).not.toHaveProperty('overrideReason')
    expect(Object.keys(lines[0]?.modifiers[0] ?? {})).toEqual(['id', 'name', 'priceDelta'])
  })
})

describe('a note on a line', () => {
  it('is sold with its line and changes no amount; lines without one have none', () => {
    const plain = price([line(700, 'VAT15'), line(700, 'VAT15')])
    const noted = price([line(700, 'VAT15', { note: 'no onions' }), line(700, 'VAT15', { note: '' })])
    expect(noted.lines[0]).toEqual({ ...plain.lines[0], note: 'no onions' })
    expect({ ...noted, lines: noted.lines.slice(1) }).toEqual({ ...plain, lines: plain.lines.slice(1) })
  })

  it('is read without direction marks, at most 80 characters long', () => {
    const [sold] = price([line(700)]).lines
    expect(SaleLine.parse({ ...sold, note: ' no \u202eonions\u2069\u200f ' }).note).toBe('no onions')
    expect(SaleLine.safeParse({ ...sold, note: 'x'.repeat(80) }).success).toBe(true)
    expect(SaleLine.safeParse({ ...sold, note: 'x'.repeat(81) }).success).toBe(false)
  })
})

describe('tax', () => {
  it('is computed once on the sum: three lines of 1.02 at 15 % hold 0.40, though each alone holds 0.13', () => {
    const { taxes, lines, totals } = price([line(102, 'VAT15'), line(102, 'VAT15'), line(102, 'VAT15')])
    expect(3 * taxIncludedIn(102, 150_000)).toBe(39)
    expect(taxes).toEqual([{ code: 'VAT15', ratePpm: 150_000, included: true, net: 266, tax: 40 }])
    expect(lines.map((l) => l.tax)).toEqual([14, 13, 13])
    expect(lines.map((l) => l.net)).toEqual([88, 89, 89])
    expect(totals).toEqual({ gross: 306, discount: 0, net: 266, tax: 40, total: 306 })
  })

  it('is contained in one price and added to another, on one receipt', () => {
    const { taxes, totals } = price([line(1_150, 'VAT15'), line(1_000, 'TOP10'), line(300)])
    expect(taxes).toEqual([
      { code: 'VAT15', ratePpm: 150_000, included: true, net: 1_000, tax: 150 },
      { code: 'TOP10', ratePpm: 100_000, included: false, net: 1_000, tax: 100 },
      { code: 'FREE', ratePpm: 0, included: true, net: 300, tax: 0 },
    ])
    expect(totals).toEqual({ gross: 2_450, discount: 0, net: 2_300, tax: 250, total: 2_550 })
  })

  it('counts an unknown code as zero-rated, under its own name', () => {
    expect(price([line(700, 'GONE')]).taxes).toEqual([{ code: 'GONE', ratePpm: 0, included: true, net: 700, tax: 0 }])
  })

  it('lists each code once, in order of first use', () => {
    const { taxes } = price([line(1, 'TOP10'), line(1, 'VAT5'), line(1, 'TOP10')])
    expect(taxes.map((t) => t.code)).toEqual(['TOP10', 'VAT5'])
  })
})

describe('a discount', () => {
  it.each<[string, CartDiscount, number]>([
    ['an amount', off('amount', 250), 250],
    ['ten per cent', off('ppm', 100_000), 200],
    ['half a unit, away from zero', off('ppm', 250), 1],
    ['all of it', off('ppm', 1_000_000), 2_000],
    ['more than there is', off('amount', 9_999), 2_000],
    ['more than all', off('ppm', 5_000_000), 2_000],
    ['nothing', off('amount', 0), 0],
  ])('%s comes to what it should', (_, discount, amount) => {
    const { discountAmount, totals, lines } = price([line(1_500), line(500)], discount)
    expect(discountAmount).toBe(amount)
    expect(totals).toEqual({ gross: 2_000, discount: amount, net: 2_000 - amount, tax: 0, total: 2_000 - amount })
    expect(sum(lines.map((l) => l.discount))).toBe(amount)
  })

  it('is taken off before tax', () => {
    const { totals } = price([line(1_150, 'VAT15'), line(1_000, 'TOP10')], off('ppm', 500_000))
    expect(totals).toEqual({ gross: 2_150, discount: 1_075, net: 1_000, tax: 125, total: 1_125 })
  })

  it('gives the unit that is left to the lowest line', () => {
    const { lines } = price([line(500), line(500), line(500)], off('amount', 100))
    expect(lines.map((l) => l.discount)).toEqual([34, 33, 33])
  })

  it('leaves a free line alone', () => {
    const { lines } = price([line(0), line(500)], off('amount', 3))
    expect(lines.map((l) => l.discount)).toEqual([0, 3])
  })

  it('of an empty cart is nothing', () => {
    expect(price([], off('amount', 100))).toEqual({
      lines: [],
      taxes: [],
      discountAmount: 0,
      totals: { gross: 0, discount: 0, net: 0, tax: 0, total: 0 },
    })
  })
})

describe('allergensOf', () => {
  it.each([
    ['what the item has', ['milk', 'egg'], [], ['egg', 'milk']],
    ['what a modifier adds', ['milk'], [modifier(0, { addsAllergens: ['nuts'] })], ['milk', 'nuts']],
    ['less what a modifier takes away', ['milk', 'egg'], [modifier(0, { removesAllergens: ['milk'] })], ['egg']],
    [
      'what one modifier adds although another takes it away',
      ['milk'],
      [modifier(0, { addsAllergens: ['milk'] }), modifier(0, { removesAllergens: ['milk'] })],
      ['milk'],
    ],
    [
      'each once',
      ['nuts'],
      [modifier(0, { addsAllergens: ['nuts'] }), modifier(0, { addsAllergens: ['nuts'] })],
      ['nuts'],
    ],
  ] as const)('is %s', (_, allergens, modifiers, expected) => {
    expect(allergensOf({ allergens: [...allergens] }, modifiers)).toEqual(expected)
  })

  it('stands on the sold line', () => {
    const soy = modifier(0, { addsAllergens: ['soy'] })
    expect(price([line(1, 'FREE', { modifiers: [soy] })]).lines[0]?.allergens).toEqual(['soy'])
  })
})
