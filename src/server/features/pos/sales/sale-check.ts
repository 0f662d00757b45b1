import type { readTillPolicy } from '#server/features/school/school.service.ts'
import { canonicalJson } from '#shared/kernel/hash.ts'
import type { ItemId } from '#shared/kernel/ids.ts'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import { type PricedCart, priceCart } from '#shared/pos/cart.rules.ts'
import type { Sale, TaxTotal } from '#shared/pos/sale.contract.ts'
import { tenderFaults } from '#shared/pos/tender.rules.ts'
import type { PosFlag } from './exceptions.ts'

/** Current prices and taxes of the school. */
export interface PriceBook {
  currency: Currency
  policy: Awaited<ReturnType<typeof readTillPolicy>>
  prices: ReadonlyMap<ItemId, Minor>
}

/** Returns flags of a sale by itself: figures that do not follow from its lines, prices and taxes not the school's. */
export function saleFlags(sale: Sale, book: PriceBook): PosFlag[] {
  const { policy, prices } = book
  const samePriceList = sale.priceListVersion === policy.priceListVersion
  const priceDiffers = samePriceList && sale.lines.some((l) => (prices.get(l.itemId) ?? l.unitPrice) !== l.unitPrice)
  const found: Partial<Record<PosFlag, boolean>> = {
    'currency-differs': sale.currency !== book.currency,
    'totals-differ': !followsFromLines(sale),
    'tenders-differ': hasTenderFaults(sale, policy.cashIncrement),
    'tax-differs': sale.taxes.some((tax) => !isTaxOf(policy, tax, samePriceList)),
    'unknown-item': sale.lines.some((l) => !prices.has(l.itemId)),
    'price-differs': priceDiffers,
  }
  return (Object.keys(found) as PosFlag[]).filter((flag) => found[flag])
}

function isTaxOf({ taxCodes }: PriceBook['policy'], tax: TaxTotal, samePriceList: boolean): boolean {
  const own = taxCodes.find((t) => t.code === tax.code)
  if (!own) return false
  return !samePriceList || (own.ratePpm === tax.ratePpm && own.included === tax.included)
}

/** Recomputes the cart from the sale's lines, by the rules the till used, and compares. */
function followsFromLines(sale: Sale): boolean {
  try {
    const again = priceAgain(sale)
    return (
      canonicalJson(figuresOf(sale, sale.discount?.amount ?? 0)) ===
      canonicalJson(figuresOf(again, again.discountAmount))
    )
  } catch {
    // Figures beyond what can be counted follow from nothing.
    return false
  }
}

function priceAgain(sale: Sale): PricedCart {
  const plain = { addsAllergens: [], removesAllergens: [] }
  const lines = sale.lines.map(({ id, itemId, name, unitPrice, taxCode, qtyMilli, modifiers }) => ({
    id,
    item: { id: itemId, name, price: unitPrice, taxCode, allergens: [] },
    qtyMilli,
    modifiers: modifiers.map((m) => ({ ...m, ...plain })),
  }))
  const taxCodes = sale.taxes.map(({ code, ratePpm, included }) => ({ code, ratePpm, included, name: noName }))
  return priceCart({ lines, discount: sale.discount }, taxCodes)
}

const noName = { en: '', ar: '' }

const figuresOf = ({ lines, taxes, totals }: Pick<Sale, 'lines' | 'taxes' | 'totals'>, discountAmount: number) => ({
  lines: lines.map(({ n, gross, discount, taxCode, ratePpm, tax, net }) => [
    n,
    gross,
    discount,
    taxCode,
    ratePpm,
    tax,
    net,
  ]),
  taxes,
  totals,
  discountAmount,
})

function hasTenderFaults({ totals, tenders }: Sale, cashIncrement: number): boolean {
  try {
    return tenderFaults(totals.total, tenders, cashIncrement).length > 0
  } catch {
    return true
  }
}
