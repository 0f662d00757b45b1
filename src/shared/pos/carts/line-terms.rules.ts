// chunk: till-sheets
import type { UserId } from '#shared/kernel/ids.ts'
import type { ApprovedAct } from '../approvals/approval.contract.ts'
import { type ActContext, judgeAct, type Judgement, strictest } from '../approvals/till-limits.rules.ts'
import type { Sale, SaleLine } from '../sale.contract.ts'

type Terms = Pick<SaleLine, 'ownDiscount' | 'priceOverride'>

/** Whether a line was sold below or above its list price on somebody's word. */
export const hasTerms = ({ ownDiscount, priceOverride }: Terms): boolean =>
  ownDiscount !== undefined || priceOverride !== undefined

/** Judges the discounts and prices of single lines: each discount by its share of the line, the prices by how many they are. */
export function judgeTerms(lines: readonly (Terms & Pick<SaleLine, 'gross'>)[], context: ActContext): Judgement {
  const shares = lines.map(({ ownDiscount, gross }) => {
    if (!ownDiscount || gross <= 0) return 0
    // A share is what was typed: its amount may be a rounding above it.
    return ownDiscount.kind === 'ppm' ? ownDiscount.value : Math.ceil((ownDiscount.amount * 1_000_000) / gross)
  })
  const prices = lines.filter(({ priceOverride }) => priceOverride !== undefined).length
  return strictest([...shares.map((share) => judgeAct('discount', share, context)), judgeAct('price', prices, context)])
}

/** Returns the act that an approval of these lines is for. */
export const actOfTerms = (lines: readonly Terms[]): ApprovedAct =>
  lines.some(({ priceOverride }) => priceOverride !== undefined) ? 'price' : 'line-discount'

/** Returns the hash-relevant part of a cart: what is shown to the person who approves its discounts and prices. */
export const termsShown = ({ id, lines }: Pick<Sale, 'id' | 'lines'>): Record<string, unknown> => ({
  saleId: id,
  lines: lines.filter(hasTerms).map((line) => ({
    id: line.id,
    itemId: line.itemId,
    qtyMilli: line.qtyMilli,
    price: line.unitPrice,
    discount: line.ownDiscount?.amount ?? 0,
  })),
})

/** Returns the lines with `by` as the person whose word their discounts and prices rest on. */
export const givenBy = (lines: readonly SaleLine[], by: UserId): SaleLine[] =>
  lines.map((line) => ({
    ...line,
    ...(line.ownDiscount && { ownDiscount: { ...line.ownDiscount, by } }),
    ...(line.priceOverride && { priceOverride: { ...line.priceOverride, by } }),
  }))
