import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import {
  add,
  divideRounded,
  type Minor,
  minor,
  spread,
  subtract,
  sum,
  taxIncludedIn,
  taxOnTopOf,
  timesQty,
} from '#shared/kernel/money.ts'
import type { TaxCode } from '#shared/school/tax-code.contract.ts'
import type { Allergen, Item, Modifier } from './catalogue.contract.ts'
import type { LineDiscount, LineModifier, SaleLine, SaleTotals, TaxTotal } from './sale.contract.ts'

/** One line before it is priced. */
export interface CartLine {
  id: string
  item: Pick<Item, 'id' | 'name' | 'price' | 'taxCode' | 'allergens'>
  qtyMilli: number
  modifiers: readonly Modifier[]
  overrideReason?: string
  /** Off this line, before any discount of the document. */
  discount?: Omit<LineDiscount, 'amount'>
  /** Instead of the item's price. */
  price?: { amount: Minor; reason: string; by: UserId }
  /** What the cashier wrote to it, such as “no onions”; at most 80 characters. */
  note?: string
}

export interface CartDiscount {
  id: string
  kind: 'amount' | 'ppm'
  /** Minor units, or parts per million of the gross. */
  value: number
  reason: string
  by: UserId
}

export interface Cart {
  lines: readonly CartLine[]
  discount: CartDiscount | null
}

export interface PricedCart {
  lines: SaleLine[]
  taxes: TaxTotal[]
  totals: SaleTotals
  /** What the document's discount came to; zero without one. */
  discountAmount: Minor
}

/** Allergens of an item as ordered: the item's, plus what modifiers add, less what they take away. */
export function allergensOf(item: Pick<Item, 'allergens'>, modifiers: readonly Modifier[]): Allergen[] {
  const removed = new Set(modifiers.flatMap((m) => m.removesAllergens))
  const kept = item.allergens.filter((a) => !removed.has(a))
  return [...new Set([...kept, ...modifiers.flatMap((m) => m.addsAllergens)])].sort()
}

const discountOf = (discount: Pick<CartDiscount, 'kind' | 'value'> | null | undefined, gross: Minor): Minor => {
  if (!discount) return minor(0)
  const wanted =
    discount.kind === 'amount' ? discount.value : divideRounded(BigInt(gross) * BigInt(discount.value), 1_000_000n)
  return minor(Number(wanted) > gross ? gross : wanted)
}

interface Draft {
  n: number
  line: CartLine
  tax: TaxCode
  gross: Minor
  own: Minor
  discount: Minor
}

const priceOf = ({ price, item }: CartLine): Minor => price?.amount ?? item.price

/**
 * Prices a cart by the rules that till and server share: line gross = round((price + modifiers) × quantity); each line's own
 * discount comes off first; a document discount is of what is left, and is spread over it by largest remainder before tax; tax is computed once per tax code on the exact sum and
 * spread the same way, so that the document always equals the sum of its lines.
 * A line never goes below zero. An unknown tax code counts as zero-rated (the server flags it).
 */
export function priceCart(cart: Cart, taxCodes: readonly TaxCode[]): PricedCart {
  const grosses = cart.lines.map((l) => {
    const unit = sum([priceOf(l), ...l.modifiers.map((m) => m.priceDelta)])
    return timesQty(Math.max(0, unit), l.qtyMilli)
  })
  const gross = sum(grosses)
  const owns = cart.lines.map((l, i) => discountOf(l.discount, grosses[i] ?? minor(0)))
  const bases = grosses.map((each, i) => subtract(each, owns[i] ?? 0))
  const discountAmount = discountOf(cart.discount, sum(bases))
  const shares = spread(discountAmount, bases)
  const drafts = cart.lines.map(
    (line, i): Draft => ({
      n: i + 1,
      line,
      tax: taxCodes.find((t) => t.code === line.item.taxCode) ?? zeroRated(line.item.taxCode),
      gross: grosses[i] ?? minor(0),
      own: owns[i] ?? minor(0),
      discount: add(owns[i] ?? 0, shares[i] ?? 0),
    }),
  )
  const taxByLine = new Map<number, Minor>()
  const taxes = taxCodesIn(drafts).map((tax) => taxOneCode(tax, drafts, taxByLine))
  const lines = drafts.map((d) => toSaleLine(d, taxByLine.get(d.n) ?? minor(0)))
  const net = sum(lines.map((l) => l.net))
  const tax = sum(lines.map((l) => l.tax))
  const discount = sum(lines.map((l) => l.discount))
  return { lines, taxes, discountAmount, totals: { gross, discount, net, tax, total: add(net, tax) } }
}

const unknownName: Bilingual = { en: '', ar: '' }
const zeroRated = (code: string): TaxCode => ({ code, name: unknownName, ratePpm: 0, included: true })

/** The tax codes used, each once, in order of first use. */
const taxCodesIn = (drafts: readonly Draft[]): TaxCode[] => [
  ...new Map(drafts.map((d) => [d.tax.code, d.tax])).values(),
]

function taxOneCode(tax: TaxCode, drafts: readonly Draft[], taxByLine: Map<number, Minor>): TaxTotal {
  const mine = drafts.filter((d) => d.tax.code === tax.code)
  const bases = mine.map((d) => subtract(d.gross, d.discount))
  const base = sum(bases)
  const amount = tax.included ? taxIncludedIn(base, tax.ratePpm) : taxOnTopOf(base, tax.ratePpm)
  spread(amount, bases).forEach((part, i) => {
    const draft = mine[i]
    if (draft) taxByLine.set(draft.n, part)
  })
  const net = tax.included ? subtract(base, amount) : base
  return { code: tax.code, ratePpm: tax.ratePpm, included: tax.included, net, tax: amount }
}

function toSaleLine(d: Draft, tax: Minor): SaleLine {
  const base = subtract(d.gross, d.discount)
  const { line } = d
  return {
    id: line.id,
    n: d.n,
    itemId: line.item.id,
    name: line.item.name,
    qtyMilli: line.qtyMilli,
    unitPrice: priceOf(line),
    modifiers: line.modifiers.map(toLineModifier),
    gross: d.gross,
    discount: d.discount,
    taxCode: d.tax.code,
    ratePpm: d.tax.ratePpm,
    tax,
    net: d.tax.included ? subtract(base, tax) : base,
    allergens: allergensOf(line.item, line.modifiers),
    ...(line.overrideReason !== undefined && { overrideReason: line.overrideReason }),
    ...(line.discount && { ownDiscount: { ...line.discount, amount: d.own } }),
    ...(line.price && { priceOverride: { listPrice: line.item.price, reason: line.price.reason, by: line.price.by } }),
    ...(line.note && { note: line.note }),
  }
}

const toLineModifier = (m: Modifier): LineModifier => ({ id: m.id, name: m.name, priceDelta: m.priceDelta })
