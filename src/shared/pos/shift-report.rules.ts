import { add, type Minor, minor, negate, subtract, sum } from '#shared/kernel/money.ts'
import type { Approval } from './approvals/approval.contract.ts'
import type { Refund, RefundTender } from './refunds/refund.contract.ts'
import { cashOf } from './refunds/refund-cash.rules.ts'
import type { Sale, TaxTotal, Tender, VoidSale } from './sale.contract.ts'
import type { CashMovement, CloseShift, DrawerEvent, OpenShift, ShiftReport } from './shift.contract.ts'
import type { TopUp } from './top-ups/top-up.contract.ts'

/** The rows of one shift, from the device's operations or from the server's tables. */
export interface ShiftRows {
  open: Pick<OpenShift, 'id' | 'no' | 'currency' | 'businessDay' | 'floatAmount' | 'carried'>
  sales: readonly Pick<Sale, 'id' | 'receiptNo' | 'receiptSeq' | 'taxes' | 'totals' | 'tenders'>[]
  voids: readonly Pick<VoidSale, 'saleId'>[]
  movements: readonly Pick<CashMovement, 'kind' | 'amount' | 'bag'>[]
  topUps: readonly Pick<TopUp, 'id' | 'receiptNo' | 'receiptSeq' | 'amount'>[]
  refunds: readonly Pick<Refund, 'receiptNo' | 'receiptSeq' | 'totals' | 'tenders'>[]
  /** Approvals that acts of the shift rested on. */
  approvals?: readonly Pick<Approval, 'by'>[]
  /** How many lines were taken off carts before they were paid. */
  removedLines?: number
  close?: Pick<CloseShift, 'counts' | 'left' | 'bag'> | null | undefined
  drawer?: readonly Pick<DrawerEvent, 'cause'>[]
  countedCash: Minor | null
}

/**
 * X or Z of a shift, computed from its rows and nothing else; the same rows in any order give the same report.
 * Membership is by shift id, never by a time window. A voided sale leaves every total and counts under voids; a voided
 * top-up counts nowhere, its number alone stays in the series.
 * A refund counts in its own shift and leaves what was sold as it is.
 * expected cash = float + Σ(given − change) of sales that stand + top-ups that stand + paid in − paid out − drops − cash refunds.
 */
export function shiftReport(rows: ShiftRows): ShiftReport {
  const voidedIds = new Set<string>(rows.voids.map((v) => v.saleId))
  const standing = rows.sales.filter((s) => !voidedIds.has(s.id))
  const voided = rows.sales.filter((s) => voidedIds.has(s.id))
  const tenders = standing.flatMap((s) => s.tenders)
  const cashTaken = sum(tenders.map((t) => (t.kind === 'cash' ? subtract(t.given, t.change) : 0)))
  const movements = byKind(rows.movements)
  const kept = rows.topUps.filter((t) => !voidedIds.has(t.id))
  const topUps = { count: kept.length, amount: sum(kept.map((t) => t.amount)) }
  const refunds = refundsOf(rows.refunds)
  const drawer = [rows.open.floatAmount, cashTaken, topUps.amount, ...rows.movements.map(cashEffect)]
  const expectedCash = subtract(sum(drawer), refunds.cash)
  const receipts = [...rows.sales, ...rows.topUps, ...rows.refunds].sort((a, b) => a.receiptSeq - b.receiptSeq)
  const total = (pick: (s: (typeof standing)[number]) => number) => sum(standing.map(pick))
  return {
    shiftId: rows.open.id,
    no: rows.open.no,
    currency: rows.open.currency,
    businessDay: rows.open.businessDay,
    salesCount: standing.length,
    voidsCount: voided.length,
    voidsTotal: sum(voided.map((s) => s.totals.total)),
    gross: total((s) => s.totals.gross),
    discount: total((s) => s.totals.discount),
    net: total((s) => s.totals.net),
    taxes: taxesOf(standing.flatMap((s) => s.taxes)),
    tax: total((s) => s.totals.tax),
    total: total((s) => s.totals.total),
    tenders: byKind(tenders),
    rounding: sum(tenders.map((t) => (t.kind === 'cash' ? t.rounding : 0))),
    movements,
    ...(topUps.count > 0 && { topUps }),
    ...(refunds.count > 0 && { refunds }),
    ...drawerOf(rows.drawer ?? []),
    ...bagsOf(rows.movements),
    ...approvalsOf(rows.approvals ?? []),
    ...(rows.removedLines && { removedLines: rows.removedLines }),
    ...(rows.open.carried && { carried: rows.open.carried.amount }),
    floatAmount: rows.open.floatAmount,
    cashTaken,
    expectedCash,
    countedCash: rows.countedCash,
    difference: rows.countedCash === null ? null : subtract(rows.countedCash, expectedCash),
    ...closeOf(rows.close),
    firstReceipt: receipts[0]?.receiptNo ?? null,
    lastReceipt: receipts.at(-1)?.receiptNo ?? null,
  }
}

function refundsOf(rows: ShiftRows['refunds']) {
  const tenders = rows.flatMap((r) => r.tenders)
  return {
    count: rows.length,
    total: sum(rows.map((r) => r.totals.total)),
    tax: sum(rows.map((r) => r.totals.tax)),
    tenders: byKind(tenders),
    rounding: sum(tenders.map((t) => (t.kind === 'cash' ? t.rounding : 0))),
    cash: cashOf(tenders),
  }
}

/** Counts openings by cause; nothing at all where there was none. A copy on paper has opened nothing. */
function drawerOf(events: NonNullable<ShiftRows['drawer']>): Pick<ShiftReport, 'drawer'> {
  const openings = events.filter(({ cause }) => cause !== 'copy')
  const byCause = [...Map.groupBy(openings, ({ cause }) => cause)]
  const drawer = byCause.map(([cause, { length: count }]) => ({ cause, count }))
  return drawer.length === 0 ? {} : { drawer: drawer.sort((a, b) => (a.cause < b.cause ? -1 : 1)) }
}

/** Lists bags in the order of their numbers, which does not depend on that of the rows. */
function bagsOf(movements: ShiftRows['movements']): Pick<ShiftReport, 'bags'> {
  const bags = movements.flatMap(({ bag, amount }) => (bag ? [{ bag, amount }] : []))
  const isBefore = (a: (typeof bags)[number], b: typeof a) => (a.bag === b.bag ? a.amount < b.amount : a.bag < b.bag)
  return bags.length === 0 ? {} : { bags: bags.sort((a, b) => (isBefore(a, b) ? -1 : 1)) }
}

function approvalsOf(rows: NonNullable<ShiftRows['approvals']>): Pick<ShiftReport, 'approvals'> {
  const approvals = [...Map.groupBy(rows, ({ by }) => by)].map(([by, { length: count }]) => ({ by, count }))
  return approvals.length === 0 ? {} : { approvals: approvals.sort((a, b) => (a.by < b.by ? -1 : 1)) }
}

function closeOf(close: ShiftRows['close']): Pick<ShiftReport, 'close'> {
  if (!close?.counts) return {}
  const { counts, left, bag } = close
  return { close: { counts, ...(left !== undefined && { left }), ...(bag !== undefined && { bag }) } }
}

/** How a movement changes the drawer. */
function cashEffect(movement: Pick<CashMovement, 'kind' | 'amount'>): Minor {
  switch (movement.kind) {
    case 'paid-in':
      return movement.amount
    case 'paid-out':
    case 'drop':
      return negate(movement.amount)
    case 'no-sale':
      return minor(0)
  }
}

function byKind(
  rows: readonly Pick<Tender | CashMovement | RefundTender, 'kind' | 'amount'>[],
): ShiftReport['tenders'] {
  const kinds = new Map<string, { kind: string; count: number; amount: Minor }>()
  for (const row of rows) {
    const kind = kinds.get(row.kind) ?? { kind: row.kind, count: 0, amount: minor(0) }
    kinds.set(row.kind, { kind: row.kind, count: kind.count + 1, amount: add(kind.amount, row.amount) })
  }
  return [...kinds.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1))
}

function taxesOf(taxes: readonly TaxTotal[]): TaxTotal[] {
  const byRate = new Map<string, TaxTotal>()
  for (const t of taxes) {
    const key = `${t.code}|${t.ratePpm}|${t.included}`
    const known = byRate.get(key)
    byRate.set(key, known ? { ...known, net: add(known.net, t.net), tax: add(known.tax, t.tax) } : t)
  }
  return [...byRate.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, t]) => t)
}
