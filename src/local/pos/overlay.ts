// chunk: device
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { SnapshotState } from '#local/storage/snapshot-db.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { TopUp } from '#shared/pos/top-up.contract.ts'
import { refundIn, saleIn } from './documents.ts'

/** Amounts that operations take from an account and the snapshot does not show yet. Positive spends. */
export interface Unconfirmed {
  total: number
  /** By business day, for the daily limit and the school allowance of each: what was spent, without top-ups. */
  byDay: Record<string, number>
}

/** Operations of this device that a snapshot contains. */
export type Contained = Pick<SnapshotState, 'serverVersion' | 'received'>

/**
 * Returns whether the snapshot contains an operation, which ends its overlay: its number has been received (its answer may have
 * got lost), or its version has been reached. Not at the acknowledgement, or balances would flicker back while the pull runs. A
 * set-aside operation stays: the server may have passed over its number without applying it. A discarded one no longer counts:
 * the server will never have it.
 */
export function isReflected(
  op: Pick<StoredOp, 'state' | 'serverVersion' | 'stream' | 'seq'>,
  { serverVersion, received }: Contained,
): boolean {
  if (op.state === 'attention') return false
  if (op.state === 'closed') return true
  // A snapshot stored by an older build has no numbers.
  if (op.seq <= (received?.[op.stream] ?? 0)) return true
  return op.state === 'acked' && op.serverVersion !== null && op.serverVersion <= serverVersion
}

/**
 * Returns unconfirmed spending per customer from this device's operations, in any order of arrival; `without` leaves out one
 * being entered again.
 */
export function overlayOf(ops: readonly StoredOp[], contained: Contained, without?: string): Map<string, Unconfirmed> {
  const sales = new Map<string, Sale>()
  for (const op of ops) {
    // Voiding a discarded sale gives back nothing.
    const sale = saleIn(op)
    if (sale && op.state !== 'closed') sales.set(sale.id, sale)
  }
  const overlay = new Map<string, Unconfirmed>()
  for (const op of ops) {
    if (isReflected(op, contained) || (without !== undefined && op.opId === without)) continue
    const sale = saleIn(op)
    if (sale) addSale(overlay, sale, 1)
    if (op.kind === 'pos.voidSale') {
      const voided = sales.get((op.body as VoidSale).saleId)
      if (voided) addSale(overlay, voided, -1)
    }
    if (op.kind === 'pos.topUp') addTopUp(overlay, op.body as TopUp)
    const refund = refundIn(op)
    if (refund) addRefund(overlay, refund, sales.get(refund.saleId))
  }
  return overlay
}

function addSale(overlay: Map<string, Unconfirmed>, sale: Sale, sign: 1 | -1): void {
  for (const tender of sale.tenders) {
    if (tender.kind !== 'account') continue
    const known = overlay.get(tender.customerId) ?? { total: 0, byDay: {} }
    const day = (known.byDay[sale.businessDay] ?? 0) + sign * tender.amount
    overlay.set(tender.customerId, {
      total: known.total + sign * tender.amount,
      byDay: { ...known.byDay, [sale.businessDay]: day },
    })
  }
}

/**
 * Money that goes back to accounts. It makes the day's spending less only where the purchase was of the same day, as on the server.
 */
function addRefund(overlay: Map<string, Unconfirmed>, refund: Refund, sale: Sale | undefined): void {
  for (const tender of refund.tenders) {
    if (tender.kind !== 'account') continue
    const paid = sale?.tenders.find(({ id }) => id === tender.saleTenderId)
    const { businessDay: day } = refund
    const isSameDay = sale?.businessDay === day && paid?.kind === 'account'
    const known = overlay.get(tender.customerId) ?? { total: 0, byDay: {} }
    const byDay = isSameDay ? { ...known.byDay, [day]: (known.byDay[day] ?? 0) - tender.amount } : known.byDay
    overlay.set(tender.customerId, { total: known.total - tender.amount, byDay })
  }
}

/** Money that came: no day's spending becomes less by it. */
function addTopUp(overlay: Map<string, Unconfirmed>, { customerId, amount }: TopUp): void {
  const known = overlay.get(customerId) ?? { total: 0, byDay: {} }
  overlay.set(customerId, { ...known, total: known.total - amount })
}
