import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { ItemId, UserId } from '#shared/kernel/fields.ts'
import { minor, sum } from '#shared/kernel/money.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import { type Cart, type CartDiscount, type CartLine, type PricedCart, priceCart } from './cart.rules.ts'
import type { Modifier } from './catalogue.contract.ts'

declare const process: { env: Record<string, string | undefined> }
/** T17 asks for a million baskets: BAWABA_RUNS=50 over the two kinds of currency. */
const times = Number(process.env.BAWABA_RUNS ?? 1)
const numRuns = 10_000 * times
vi.setConfig({ testTimeout: 30_000 * times })

const id = '01990000-0000-7000-8000-000000000001'
const name = { en: 'Tea', ar: 'شاي' }
const itemId = ItemId.parse(id)
const by = UserId.parse(id)

const taxCode = (code: string, ratePpm: number, included: boolean): TaxCode => ({ code, name, ratePpm, included })
const codes = [
  taxCode('IN15', 150_000, true),
  taxCode('IN5', 50_000, true),
  taxCode('TOP15', 150_000, false),
  taxCode('TOP7', 72_500, false),
  taxCode('FREE', 0, true),
]

/** Baskets in a currency of 2 or 3 decimals: prices up to 100.00 or 100.000, mostly small, some equal, some free. */
function baskets(decimals: 2 | 3): fc.Arbitrary<Cart> {
  const top = 100 * 10 ** decimals
  const price = fc.oneof(fc.constantFrom(0, 1, 99, 250, 333, 1_000), fc.integer({ min: 0, max: top }))
  const modifier = fc.integer({ min: -top / 20, max: top / 20 }).map((delta): Modifier => {
    return { id, name, priceDelta: minor(delta), addsAllergens: [], removesAllergens: [] }
  })
  const line = fc
    .record({
      price,
      taxCode: fc.constantFrom(...codes.map((c) => c.code), 'GONE'),
      qtyMilli: fc.oneof(
        fc.integer({ min: 1, max: 9 }).map((n) => n * 1_000),
        fc.integer({ min: 1, max: 9_999 }),
      ),
      modifiers: fc.array(modifier, { maxLength: 2 }),
    })
    .map(({ price: p, taxCode: code, ...rest }): CartLine => {
      return { id, item: { id: itemId, name, price: minor(p), taxCode: code, allergens: [] }, ...rest }
    })
  const discount = fc
    .oneof(
      fc.record({ kind: fc.constant('amount' as const), value: fc.integer({ min: 0, max: top }) }),
      fc.record({ kind: fc.constant('ppm' as const), value: fc.integer({ min: 0, max: 1_000_000 }) }),
    )
    .map((d): CartDiscount => ({ id, reason: 'staff', by, ...d }))
  return fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 12 }), discount: fc.option(discount) })
}
const basket = fc.oneof(baskets(2), baskets(3))

const round = (n: bigint, d: bigint) => (2n * n + d) / (2n * d)
const total = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
const bigs = (amounts: readonly number[]) => amounts.map(BigInt)
const atLeastZero = (amount: bigint) => (amount < 0n ? 0n : amount)

/** The gross of a cart and the tax of each code, straight from the definitions, knowing the discount of each line. */
function plainly(cart: Cart, discounts: readonly bigint[]) {
  const grosses = cart.lines.map((l) => {
    const unit = total(bigs([l.item.price, ...l.modifiers.map((m) => m.priceDelta)]))
    return round(atLeastZero(unit) * BigInt(l.qtyMilli), 1_000n)
  })
  const tax = new Map<string, bigint>()
  for (const code of new Set(cart.lines.map((l) => l.item.taxCode))) {
    const base = total(
      cart.lines.flatMap((l, i) => (l.item.taxCode === code ? [(grosses[i] ?? 0n) - (discounts[i] ?? 0n)] : [])),
    )
    const { ratePpm, included } = codes.find((c) => c.code === code) ?? { ratePpm: 0, included: true }
    tax.set(code, round(base * BigInt(ratePpm), 1_000_000n + (included ? BigInt(ratePpm) : 0n)))
  }
  return { gross: total(grosses), tax }
}

function isIncluded(priced: PricedCart, code: string): boolean {
  return priced.taxes.find((t) => t.code === code)?.included ?? false
}

function expectToAddUp(cart: Cart): void {
  const priced = priceCart(cart, codes)
  const { lines, taxes, totals } = priced
  const includedTax = sum(taxes.map((t) => (t.included ? t.tax : 0)))
  // T17: the document is the sum of its lines, and of its codes.
  expect(totals.tax).toBe(sum(lines.map((l) => l.tax)))
  expect(totals.tax).toBe(sum(taxes.map((t) => t.tax)))
  expect(totals.net).toBe(sum(lines.map((l) => l.net)))
  expect(totals.net).toBe(sum(taxes.map((t) => t.net)))
  expect(totals.gross).toBe(sum(lines.map((l) => l.gross)))
  expect(totals.discount).toBe(sum(lines.map((l) => l.discount)))
  for (const t of taxes) {
    const mine = lines.filter((l) => l.taxCode === t.code)
    expect(sum(mine.map((l) => l.tax))).toBe(t.tax)
    expect(sum(mine.map((l) => l.net))).toBe(t.net)
  }
  expect(totals.total).toBe(totals.net + totals.tax)
  expect(totals.gross - totals.discount).toBe(totals.net + includedTax)
  expect(totals.discount).toBeLessThanOrEqual(totals.gross)
  for (const l of lines) {
    expect(l.gross - l.discount).toBe(l.net + (isIncluded(priced, l.taxCode) ? l.tax : 0))
    expect(Math.min(l.gross, l.discount, l.net, l.tax, l.gross - l.discount)).toBeGreaterThanOrEqual(0)
  }
  // A plain reading of the rule in whole numbers of any size comes to the same.
  const plain = plainly(cart, bigs(lines.map((l) => l.discount)))
  expect(BigInt(totals.gross)).toBe(plain.gross)
  expect(new Map(taxes.map((t) => [t.code, BigInt(t.tax)]))).toEqual(plain.tax)
}

describe('T17: the document equals the sum of its lines', () => {
  it.each([2, 3] as const)('in %i decimals', (decimals) => {
    fc.assert(fc.property(baskets(decimals), expectToAddUp), { numRuns })
  })
})

it('the random baskets are worth pricing', () => {
  const priced = fc.sample(basket, { numRuns: 500, seed: 17 }).map((cart) => priceCart(cart, codes))
  const share = (is: (p: PricedCart) => boolean) => priced.filter(is).length / priced.length
  expect(share((p) => new Set(p.taxes.map((t) => t.included)).size === 2)).toBeGreaterThan(0.4)
  expect(share((p) => p.totals.discount > 0)).toBeGreaterThan(0.5)
  expect(share((p) => p.totals.discount > 0 && p.totals.discount < p.totals.gross)).toBeGreaterThan(0.4)
  expect(share((p) => new Set(p.lines.map((l) => l.gross)).size < p.lines.length)).toBeGreaterThan(0.2)
})

describe('each line', () => {
  it('carries its fair part of discount and tax, within one unit', () => {
    fc.assert(
      fc.property(basket, (cart) => {
        const { lines, taxes, totals } = priceCart(cart, codes)
        for (const l of lines) {
          const off = BigInt(l.discount) * BigInt(totals.gross) - BigInt(totals.discount) * BigInt(l.gross)
          expect((off < 0n ? -off : off) < BigInt(Math.max(1, totals.gross))).toBe(true)
          const code = taxes.find((t) => t.code === l.taxCode)
          const base = (code?.net ?? 0) + (code?.included ? code.tax : 0)
          const tax = BigInt(l.tax) * BigInt(base) - BigInt(code?.tax ?? 0) * BigInt(l.gross - l.discount)
          expect((tax < 0n ? -tax : tax) < BigInt(Math.max(1, base))).toBe(true)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the order of the lines', () => {
  const shuffled = basket.chain((cart) =>
    fc.shuffledSubarray([...cart.lines], { minLength: cart.lines.length }).map((lines) => ({ cart, lines })),
  )
  const byCode = (priced: PricedCart) => priced.taxes.toSorted((a, b) => (a.code < b.code ? -1 : 1))

  it('means nothing without a discount, nor with one tax code', () => {
    fc.assert(
      fc.property(shuffled, fc.boolean(), ({ cart, lines }, isOneCode) => {
        const lay = (of: readonly CartLine[]) =>
          isOneCode ? of.map((l) => ({ ...l, item: { ...l.item, taxCode: 'IN15' } })) : of
        const discount = isOneCode ? cart.discount : null
        const one = priceCart({ lines: lay(cart.lines), discount }, codes)
        const other = priceCart({ lines: lay(lines), discount }, codes)
        expect(other.totals).toEqual(one.totals)
        expect(byCode(other)).toEqual(byCode(one))
      }),
      { numRuns: 2_000 },
    )
  })

  it('never moves gross or discount, and moves tax only by the units a discount leaves over', () => {
    fc.assert(
      fc.property(shuffled, ({ cart, lines }) => {
        const one = priceCart(cart, codes).totals
        const other = priceCart({ lines, discount: cart.discount }, codes).totals
        expect([other.gross, other.discount]).toEqual([one.gross, one.discount])
        expect(Math.abs(other.tax - one.tax)).toBeLessThanOrEqual(cart.lines.length)
      }),
      { numRuns: 2_000 },
    )
  })

  it('decides who gets the unit left over: the lowest line, as the rule says', () => {
    // One unit off two equal lines, of which only one is taxed: the tax follows the unit. Till and server see one order.
    const line = (code: string): CartLine => {
      return {
        id,
        item: { id: itemId, name, price: minor(7), taxCode: code, allergens: [] },
        qtyMilli: 1_000,
        modifiers: [],
      }
    }
    const discount: CartDiscount = { id, kind: 'amount', value: 1, reason: 'staff', by }
    const tax = (order: string[]) => priceCart({ lines: order.map(line), discount }, codes).totals.tax
    expect(tax(['TOP7', 'FREE'])).toBe(0)
    expect(tax(['FREE', 'TOP7'])).toBe(1)
  })
})

it('prices the same cart the same way twice, and changes nothing it was given', () => {
  fc.assert(
    fc.property(basket, (cart) => {
      const before = copyOf(cart)
      expect(priceCart(cart, codes)).toEqual(priceCart(copyOf(cart), codes))
      expect(cart).toEqual(before)
    }),
  )
})

function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}
