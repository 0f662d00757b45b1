// chunk: till-sheets
import { add, divideRounded, type Minor, minor, roundToIncrement, subtract, sum } from '#shared/kernel/money.ts'
import type { Refund, RefundedGoods, RefundLine, RefundTender } from './refund.contract.ts'
import type { Sale, SaleLine, SaleTotals, TaxTotal, Tender } from '../sale.contract.ts'

/** What a refund needs of its sale. */
export type RefundableSale = Pick<Sale, 'id' | 'lines' | 'taxes' | 'tenders'>

/** What a refund already took from a sale; enough to know what is left. */
export type EarlierRefund = Pick<Refund, 'id'> & {
  lines: readonly Pick<RefundLine, 'saleLineId' | 'qtyMilli'>[]
  tenders: readonly Pick<RefundTender, 'saleTenderId' | 'amount'>[]
}

export interface RefundWish {
  saleLineId: string
  /** Thousandths of a piece. */
  qtyMilli: number
  goods: RefundedGoods
}

/** Quantity of a line that no refund known here has taken, in thousandths; never negative. */
export function leftToRefund(line: Pick<SaleLine, 'id' | 'qtyMilli'>, earlier: readonly EarlierRefund[]): number {
  return Math.max(0, line.qtyMilli - refundedOf(line.id, earlier))
}

export const refundedOf = (lineId: string, earlier: readonly EarlierRefund[]): number =>
  earlier.flatMap(({ lines }) => lines).reduce((all, l) => (l.saleLineId === lineId ? all + l.qtyMilli : all), 0)

/** Amount of a tender that no refund known here has given back; never negative. */
export function leftOfTender(tender: Pick<Tender, 'id' | 'amount'>, earlier: readonly EarlierRefund[]): Minor {
  const back = sum(earlier.flatMap(({ tenders }) => tenders).map((t) => (t.saleTenderId === tender.id ? t.amount : 0)))
  return minor(Math.max(0, subtract(tender.amount, back)))
}

export interface PricedRefund {
  lines: RefundLine[]
  taxes: TaxTotal[]
  totals: SaleTotals
}

/**
 * Prices a refund by the amounts that were sold, never by today's. Parts of a line are rounded so that the refund of the last
 * piece takes what is left: all parts together are the line to the smallest unit. Lines that are not of the sale, and quantities of
 * zero or less, are left out.
 */
export function priceRefund(
  sale: RefundableSale,
  wishes: readonly RefundWish[],
  earlier: readonly EarlierRefund[],
): PricedRefund {
  const taken = new Map<string, number>()
  const lines = wishes.flatMap((wish) => {
    const line = sale.lines.find(({ id }) => id === wish.saleLineId)
    if (!line || wish.qtyMilli <= 0) return []
    const before = taken.get(line.id) ?? refundedOf(line.id, earlier)
    taken.set(line.id, before + wish.qtyMilli)
    return [refundLine(line, isTaxIncluded(sale, line), before, wish)]
  })
  const totalOf = (pick: (line: RefundLine) => Minor) => sum(lines.map(pick))
  const net = totalOf((l) => l.net)
  const tax = totalOf((l) => l.tax)
  const totals = {
    gross: totalOf((l) => l.gross),
    discount: totalOf((l) => l.discount),
    net,
    tax,
    total: add(net, tax),
  }
  return { lines, taxes: taxesOf(sale, lines), totals }
}

const isTaxIncluded = (sale: Pick<Sale, 'taxes'>, line: Pick<SaleLine, 'taxCode'>): boolean =>
  sale.taxes.find(({ code }) => code === line.taxCode)?.included ?? true

/** Net, tax and discount each grow with the quantity, so no part is ever below zero; the gross follows from them. */
function refundLine(line: SaleLine, isIncluded: boolean, before: number, { qtyMilli, goods }: RefundWish): RefundLine {
  const upTo = (amount: Minor, qty: number) => divideRounded(BigInt(amount) * BigInt(qty), BigInt(line.qtyMilli))
  const part = (amount: Minor) => minor(upTo(amount, before + qtyMilli) - upTo(amount, before))
  const [net, tax, discount] = [part(line.net), part(line.tax), part(line.discount)]
  const { id, itemId, name, taxCode, ratePpm } = line
  const gross = sum(isIncluded ? [net, tax, discount] : [net, discount])
  return { saleLineId: id, itemId, name, qtyMilli, gross, discount, taxCode, ratePpm, tax, net, goods }
}

function taxesOf(sale: Pick<Sale, 'taxes'>, lines: readonly RefundLine[]): TaxTotal[] {
  const codes = new Set(lines.map(({ taxCode }) => taxCode))
  return sale.taxes
    .filter(({ code }) => codes.has(code))
    .map((tax) => {
      const own = lines.filter(({ taxCode }) => taxCode === tax.code)
      return { ...tax, net: sum(own.map((l) => l.net)), tax: sum(own.map((l) => l.tax)) }
    })
}

/** Where money of a tender may go, the usual way first. What an account paid never becomes cash. */
export const refundWays = {
  cash: ['cash', 'account'],
  account: ['account'],
  card: ['card', 'account'],
} as const satisfies Record<Tender['kind'], readonly RefundTender['kind'][]>

/** A part of the money, and the tender that it comes from. */
export interface RefundPart {
  tender: Tender
  amount: Minor
}

/** Splits a refund's total over the tenders of its sale: the last first, each up to what is left of it. */
export function refundParts(
  sale: Pick<Sale, 'tenders'>,
  total: number,
  earlier: readonly EarlierRefund[],
): RefundPart[] {
  let left = total
  return sale.tenders.toReversed().flatMap((tender) => {
    const amount = Math.min(left, leftOfTender(tender, earlier))
    left -= amount
    return amount > 0 ? [{ tender, amount: minor(amount) }] : []
  })
}

/** How much more or less than `amount` leaves the drawer, for want of a smaller coin than `increment`. */
export const cashRefundRounding = (amount: number, increment: number): Minor =>
  subtract(roundToIncrement(amount, increment), amount)

/** Returns the hash-relevant part of a refund: what is shown to the person who approves it. */
export const refundShown = ({
  saleId,
  lines,
  totals,
  tenders,
}: Pick<Refund, 'saleId' | 'lines' | 'totals' | 'tenders'>): Record<string, unknown> => ({
  saleId,
  lines: lines.map(({ saleLineId, qtyMilli }) => ({ saleLineId, qtyMilli })),
  total: totals.total,
  tenders: tenders.map(({ kind, amount }) => ({ kind, amount })),
})
