// chunk: till-sheets
import { add, sum } from '#shared/kernel/money.ts'
import type { Refund, RefundLine, RefundTender } from './refund.contract.ts'
import { type EarlierRefund, priceRefund, type RefundableSale, refundedOf, refundWays } from './refund.rules.ts'

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
