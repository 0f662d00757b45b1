import type { readTillPolicy } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId, ItemId } from '#shared/kernel/ids.ts'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import { type PricedCart, priceCart } from '#shared/pos/cart.rules.ts'
import type { Sale, SaleLine, TaxTotal, Tender } from '#shared/pos/sale.contract.ts'
import { tenderFaults } from '#shared/pos/tender.rules.ts'
import { type Account, move } from '../accounts/account.service.ts'
import { type Charge, openCover } from '../accounts/entitlement.service.ts'
import type { Posting } from '../accounts/ledger.service.ts'
import type { PosFlag } from './exceptions.ts'
import type { HeldPayment, PaymentProof } from './payment-proof.service.ts'
import type { SaleContext } from './sale-context.ts'

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
  const isEarlier = sale.priceListVersion < policy.priceListVersion
  const listed = ({ priceOverride, unitPrice }: SaleLine) => priceOverride?.listPrice ?? unitPrice
  const priceDiffers = sale.lines.some((l) => (prices.get(l.itemId) ?? listed(l)) !== listed(l))
  const found: Partial<Record<PosFlag, boolean>> = {
    'currency-differs': sale.currency !== book.currency,
    'totals-differ': !followsFromLines(sale),
    'tenders-differ': hasTenderFaults(sale, policy.cashIncrement),
    'tax-differs': sale.taxes.some((tax) => !isTaxOf(policy, tax, samePriceList)),
    'unknown-item': sale.lines.some((l) => !prices.has(l.itemId)),
    'price-differs': samePriceList && priceDiffers,
    'earlier-price': isEarlier && priceDiffers,
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
      JSON.stringify(figuresOf(sale, sale.discount?.amount ?? 0)) ===
      JSON.stringify(figuresOf(again, again.discountAmount))
    )
  } catch {
    // Figures beyond what can be counted follow from nothing.
    return false
  }
}

function priceAgain(sale: Sale): PricedCart {
  const plain = { addsAllergens: [], removesAllergens: [] }
  const lines = sale.lines.map(({ id, itemId, name, unitPrice, taxCode, qtyMilli, modifiers, ownDiscount }) => ({
    id,
    item: { id: itemId, name, price: unitPrice, taxCode, allergens: [] },
    qtyMilli,
    modifiers: modifiers.map((m) => ({ ...m, ...plain })),
    ...(ownDiscount && { discount: ownDiscount }),
  }))
  const taxCodes = sale.taxes.map(({ code, ratePpm, included }) => ({ code, ratePpm, included, name: noName }))
  return priceCart({ lines, discount: sale.discount }, taxCodes)
}

const noName = { en: '', ar: '' }

/** Figures in a fixed order, so that equal ones are one text. */
const figuresOf = ({ lines, taxes, totals }: Pick<Sale, 'lines' | 'taxes' | 'totals'>, discountAmount: number) => ({
  lines: lines.map(({ n, gross, discount, taxCode, ratePpm, tax, net, ownDiscount }) => [
    n,
    gross,
    discount,
    taxCode,
    ratePpm,
    tax,
    net,
    ownDiscount?.amount ?? 0,
  ]),
  taxes: taxes.map(({ code, ratePpm, included, net, tax }) => [code, ratePpm, included, net, tax]),
  totals: [totals.gross, totals.discount, totals.net, totals.tax, totals.total],
  discountAmount,
})

function hasTenderFaults({ totals, tenders }: Sale, cashIncrement: number): boolean {
  try {
    return tenderFaults(totals.total, tenders, cashIncrement).length > 0
  } catch {
    return true
  }
}

/** Sale about to be written. */
export interface Draft {
  opId: string
  sale: Sale
  place: SaleContext
  /** Flags of the operation itself. */
  ownFlags: readonly string[]
  flags: Set<string>
  proof: PaymentProof
}

export const flag = (draft: Draft, code: PosFlag) => draft.flags.add(code)

export const chargedTo = (tender: Tender): CustomerId[] => (tender.kind === 'account' ? [tender.customerId] : [])

/** Returns the account movements in order, adding flags that need the running balance. */
export async function charge(
  tx: Tx,
  schoolId: string,
  drafts: readonly Draft[],
  fresh: ReadonlySet<Draft>,
  locked: ReadonlyMap<CustomerId, Account>,
): Promise<Posting[]> {
  const running = new Map(locked)
  const charges = drafts.map((draft, step) => (fresh.has(draft) ? chargesOf(draft, step, locked) : []))
  const cover = await openCover(tx, schoolId, charges.flat())
  return charges.flatMap((ofDraft, step) => {
    const draft = drafts[step]
    if (!draft) return []
    return ofDraft.flatMap((each) => {
      const { customerId, businessDay } = each
      const before = running.get(customerId)
      if (!before) return []
      const taken = cover.charge(each)
      const after = taken.reduce(move, before)
      if (after.balance + after.overdraft < 0) flag(draft, 'below-zero')
      if (after.spentOn === businessDay && after.dailyLimit !== null && after.spent > after.dailyLimit)
        flag(draft, 'over-limit')
      const given = draft.place.voided ? cover.giveBack(each, taken) : []
      running.set(customerId, given.reduce(move, after))
      return [...taken, ...given]
    })
  })
}

/** Returns the account charges of a sale. A till takes from accounts and never gives: a tender of zero or less is flagged. */
function chargesOf({ sale, flags, proof }: Draft, step: number, locked: ReadonlyMap<CustomerId, Account>): Charge[] {
  if (proof.isHeld || flags.has('currency-differs')) return []
  const { businessDay, soldAt: effectiveAt } = sale
  return sale.tenders.flatMap((tender) => {
    if (tender.kind !== 'account' || tender.amount <= 0 || !locked.has(tender.customerId)) return []
    const { id: sourceId, customerId, amount } = tender
    return [{ customerId, businessDay, sourceId, effectiveAt, step, amount }]
  })
}

/** Returns the payments that accounts would have made for a held sale; none where it was voided before it arrived. */
export function heldPaymentsOf({ sale, place, flags, proof }: Draft): HeldPayment[] {
  if (!proof.isHeld || place.voided || flags.has('currency-differs') || flags.has('unknown-customer')) return []
  const { id: saleId, businessDay, soldAt } = sale
  const why = [...proof.flags].sort()
  return sale.tenders.flatMap((tender) => {
    if (tender.kind !== 'account' || tender.amount <= 0) return []
    const { id: tenderId, customerId, amount } = tender
    return [{ tenderId, saleId, customerId, amount, businessDay, soldAt, why }]
  })
}
