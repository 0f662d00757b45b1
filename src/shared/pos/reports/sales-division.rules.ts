// chunk: till-sheets
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Minor, minor, negate } from '#shared/kernel/money.ts'
import type { Refund, RefundLine } from '../refunds/refund.contract.ts'
import type { Sale, SaleLine, SaleTotals } from '../sale.contract.ts'
import type { LineFigures, SalesFigures, SalesPart, SalesTotal } from './sales-figures.contract.ts'
import { quarterOf } from './quarter.rules.ts'

type LineAmounts = Pick<
  SaleLine,
  'itemId' | 'name' | 'qtyMilli' | 'gross' | 'discount' | 'net' | 'tax' | 'taxCode' | 'ratePpm'
>

/** A sale or a refund as reports count it, from the device's operations or from the server's tables. */
export type SalesDocument = {
  tillId: string
  at: string
  by: string
  customerId: string | null
  totals: SaleTotals
} & (
  | { kind: 'sale'; isVoided: boolean; lines: readonly LineAmounts[] }
  | { kind: 'refund'; lines: readonly (LineAmounts & Pick<RefundLine, 'goods'>)[] }
)

type SaleFacts = 'soldAt' | 'cashierId' | 'customerId' | 'totals' | 'lines'
export const saleDocument = (
  { soldAt, cashierId, customerId, totals, lines }: Pick<Sale, SaleFacts>,
  { tillId, isVoided }: { tillId: string; isVoided: boolean },
): SalesDocument => ({ kind: 'sale', tillId, at: soldAt, by: cashierId, customerId, isVoided, totals, lines })

export const refundDocument = (
  { at, by, customerId, totals, lines }: Pick<Refund, 'at' | 'by' | 'customerId' | 'totals' | 'lines'>,
  { tillId }: { tillId: string },
): SalesDocument => ({ kind: 'refund', tillId, at, by, customerId, totals, lines })

/** Figures under a key of a division. */
export interface Keyed<F> {
  key: string
  figures: F
}

/** Lines of one item at one tax, summed: items, categories and taxes all follow from these. */
export interface LineSum {
  itemId: string
  /** As it was called the last time. */
  name: Bilingual
  taxCode: string
  ratePpm: number
  figures: LineFigures
}

type Money = Pick<SalesFigures, 'gross' | 'discount' | 'refunded' | 'net' | 'tax' | 'total'>

const sumOf = <T>(all: readonly T[], pick: (each: T) => number): Minor =>
  minor(all.reduce((n, each) => n + pick(each), 0))

const sumMoney = (all: readonly Money[]): Money => ({
  gross: sumOf(all, (each) => each.gross),
  discount: sumOf(all, (each) => each.discount),
  refunded: sumOf(all, (each) => each.refunded),
  net: sumOf(all, (each) => each.net),
  tax: sumOf(all, (each) => each.tax),
  total: sumOf(all, (each) => each.total),
})

/** Sums figures of documents; zero of everything without any. */
export const sumSales = (all: readonly SalesFigures[]): SalesFigures => ({
  sales: sumOf(all, (each) => each.sales),
  refunds: sumOf(all, (each) => each.refunds),
  ...sumMoney(all),
})

/** Sums figures of lines; zero of everything without any. */
export const sumLines = (all: readonly LineFigures[]): LineFigures => ({
  qtyMilli: sumOf(all, (each) => each.qtyMilli),
  wasteMilli: sumOf(all, (each) => each.wasteMilli),
  ...sumMoney(all),
})

const noSales = sumSales([])
const noLine = sumLines([])

/** Sums under each key, in the order of the keys as text. */
function sumByKey<F>(rows: readonly Keyed<F>[], add: (all: readonly F[]) => F): Keyed<F>[] {
  const groups = Map.groupBy(rows, ({ key }) => key)
  return [...groups]
    .map(([key, own]) => ({ key, figures: add(own.map(({ figures }) => figures)) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** What a document adds to the figures; nothing where it was voided. */
function figuresOf(document: SalesDocument): SalesFigures {
  const { gross, discount, net, tax, total } = document.totals
  if (document.kind === 'sale') {
    return document.isVoided ? noSales : { sales: 1, refunds: 0, gross, discount, refunded: minor(0), net, tax, total }
  }
  const back = { net: negate(net), tax: negate(tax), total: negate(total) }
  return { ...noSales, refunds: 1, refunded: total, ...back }
}

interface HowToDivide {
  timeZone: string
  /** Class that a pupil is in now; undefined for an account that has none. */
  classOf?: (customerId: string) => string | undefined
}

/** Divides documents: by till, by who acted, by class of the pupil (empty without one), by quarter of the day in `timeZone`. */
export function divideDocuments(
  documents: readonly SalesDocument[],
  by: 'till' | 'hour' | 'cashier' | 'class',
  { timeZone, classOf }: HowToDivide,
): Keyed<SalesFigures>[] {
  const keyOf = (document: SalesDocument): string => {
    if (by === 'till') return document.tillId
    if (by === 'class') return (document.customerId && classOf?.(document.customerId)) ?? ''
    return by === 'cashier' ? document.by : String(quarterOf(document.at, timeZone))
  }
  const standing = documents.filter((each) => each.kind === 'refund' || !each.isVoided)
  return sumByKey(
    standing.map((each) => ({ key: keyOf(each), figures: figuresOf(each) })),
    sumSales,
  )
}

/** Sums the lines of documents by item and tax; the name is that of the latest document. */
export function lineSums(documents: readonly SalesDocument[]): LineSum[] {
  const lines = documents.flatMap((each) =>
    each.kind === 'refund' || !each.isVoided
      ? each.lines.map((line) => ({ at: each.at, line, figures: figuresOfLine(each.kind, line) }))
      : [],
  )
  const groups = Map.groupBy(lines, ({ line }) => `${line.itemId} ${line.taxCode} ${line.ratePpm}`)
  return [...groups.values()].flatMap((own) => {
    const last = own.reduce((a, b) => (b.at >= a.at ? b : a))
    const { itemId, name, taxCode, ratePpm } = last.line
    return { itemId, name, taxCode, ratePpm, figures: sumLines(own.map(({ figures }) => figures)) }
  })
}

function figuresOfLine(kind: SalesDocument['kind'], line: LineAmounts & { goods?: RefundLine['goods'] }): LineFigures {
  const { qtyMilli, gross, discount, net, tax, goods } = line
  const total = minor(net + tax)
  if (kind === 'sale') return { qtyMilli, wasteMilli: 0, gross, discount, refunded: minor(0), net, tax, total }
  const back = { net: negate(net), tax: negate(tax), total: negate(total) }
  const wasteMilli = goods === 'waste' ? qtyMilli : 0
  return { ...noLine, qtyMilli: -qtyMilli, wasteMilli, refunded: total, ...back }
}

/** Divides sums of lines by item, by category as the catalogue has it now (empty without one), or by tax code and rate. */
export function divideLines(
  sums: readonly LineSum[],
  by: 'item' | 'category' | 'tax',
  categoryOf: (itemId: string) => string | undefined,
): Keyed<LineFigures>[] {
  const keyOf = ({ itemId, taxCode, ratePpm }: LineSum): string => {
    if (by === 'item') return itemId
    return by === 'category' ? (categoryOf(itemId) ?? '') : `${taxCode}|${ratePpm}`
  }
  return sumByKey(
    sums.map((each) => ({ key: keyOf(each), figures: each.figures })),
    sumLines,
  )
}

const noDocuments = { sales: null, refunds: null }
const noPieces = { qtyMilli: null, wasteMilli: null, perHour: null }

/** Parts of a division of documents, for a table. */
export const documentPart = (
  { key, figures }: Keyed<SalesFigures>,
  name: Bilingual | null,
  perHour: number | null = null,
): SalesPart => ({ ...noPieces, ...figures, key, name, perHour })

/** Parts of a division of lines, for a table. */
export const linePart = ({ key, figures }: Keyed<LineFigures>, name: Bilingual | null): SalesPart => ({
  ...noDocuments,
  ...figures,
  key,
  name,
  perHour: null,
})

/** What parts of one division come to. */
export function sumParts(parts: readonly SalesPart[]): SalesTotal {
  const isOfLines = parts.some(({ sales }) => sales === null)
  const counts = isOfLines
    ? { sales: null, refunds: null }
    : { sales: sumOf(parts, ({ sales }) => sales ?? 0), refunds: sumOf(parts, ({ refunds }) => refunds ?? 0) }
  return { ...counts, ...sumMoney(parts) }
}

/** Parts in the order in which people read them: hours from the first of the business day, all others by what came in. */
export function sortParts(parts: readonly SalesPart[], by: string, cutoverMinute: number): SalesPart[] {
  const start = Math.floor(cutoverMinute / 15)
  const sinceStart = ({ key }: SalesPart) => (Number(key) - start + 96) % 96
  if (by === 'hour') return parts.toSorted((a, b) => sinceStart(a) - sinceStart(b))
  return parts.toSorted((a, b) => b.total - a.total || (a.key < b.key ? -1 : 1))
}
