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

const refundedOf = (lineId: string, earlier: readonly EarlierRefund[]): number =>
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

/** Faults of a refund, stored permanently as flags of the server. */
export type RefundFault = 'over-refunded' | 'refund-differs' | 'refund-way'

/**
 * Returns what is wrong with a refund, given what was refunded before it: more than was sold, amounts that do not follow from the
 * sale or from one another, money that goes where it must not.
 */
export function refundFaults(
  refund: Pick<Refund, 'lines' | 'taxes' | 'totals' | 'tenders'>,
  sale: RefundableSale,
  earlier: readonly EarlierRefund[],
): RefundFault[] {
  const faults: Record<RefundFault, boolean> = {
    'over-refunded': isOver(refund, sale, earlier),
    'refund-differs': !followsFromSale(refund, sale),
    'refund-way': refund.tenders.some((t) => !isAllowedWay(t, sale)),
  }
  return (Object.keys(faults) as RefundFault[]).filter((fault) => faults[fault])
}

function isOver(
  { lines, tenders }: Pick<Refund, 'lines' | 'tenders'>,
  sale: RefundableSale,
  earlier: readonly EarlierRefund[],
): boolean {
  const all = [...earlier, { id: '', lines, tenders }]
  return (
    sale.lines.some((line) => refundedOf(line.id, all) > line.qtyMilli) ||
    sale.tenders.some((tender) => sum(backOf(tender.id, all)) > tender.amount + roundedOften(all))
  )
}

/** How many units two tills that did not know of one another may have rounded up. */
const roundedOften = (refunds: readonly EarlierRefund[]): number =>
  refunds.length < 2 ? 0 : refunds.reduce((all, { lines }) => all + lines.length, 0)

const backOf = (tenderId: string, refunds: readonly EarlierRefund[]): number[] =>
  refunds.flatMap(({ tenders }) => tenders.filter((t) => t.saleTenderId === tenderId).map((t) => t.amount))

/**
 * Whether the amounts may be a part of the sale. What was refunded elsewhere decides where the last unit goes, so a line may be one
 * unit off in each amount.
 */
function followsFromSale(
  { lines, totals, tenders }: Pick<Refund, 'lines' | 'totals' | 'tenders'>,
  sale: RefundableSale,
) {
  const total = (pick: (line: RefundLine) => number) => sum(lines.map(pick))
  const isSummed =
    totals.gross === total((l) => l.gross) &&
    totals.discount === total((l) => l.discount) &&
    totals.net === total((l) => l.net) &&
    totals.tax === total((l) => l.tax) &&
    totals.total === add(totals.net, totals.tax) &&
    totals.total === sum(tenders.map((t) => t.amount)) &&
    tenders.every((t) => t.amount >= 0)
  return isSummed && lines.every((line) => isPartOf(line, sale))
}

function isPartOf(line: RefundLine, sale: RefundableSale): boolean {
  const sold = sale.lines.find(({ id }) => id === line.saleLineId)
  if (!sold) return false
  const [again] = priceRefund(sale, [line], []).lines
  if (!again) return false
  const near = (a: number, b: number) => Math.abs(a - b) <= 1
  return near(line.net, again.net) && near(line.tax, again.tax) && near(line.discount, again.discount)
}

function isAllowedWay(tender: RefundTender, sale: RefundableSale): boolean {
  const paid = sale.tenders.find(({ id }) => id === tender.saleTenderId)
  if (!paid) return false
  const ways: readonly string[] = refundWays[paid.kind]
  const isOwn = paid.kind !== 'account' || tender.kind !== 'account' || tender.customerId === paid.customerId
  return ways.includes(tender.kind) && isOwn
}

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
