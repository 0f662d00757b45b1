// chunk: device
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { SnapshotState } from '#local/storage/snapshot-db.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
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
      const { saleId } = op.body as VoidSale
      const voided = sales.get(saleId)
      if (voided) addSale(overlay, voided, -1)
      // A top-up has the id of its operation.
      const taken = ops.find(({ opId, state }) => opId === (saleId as string) && state !== 'closed')
      if (taken) addTopUp(overlay, taken, 1)
    }
    addTopUp(overlay, op, -1)
    const refund = refundIn(op)
    if (refund) addRefund(overlay, refund, sales.get(refund.saleId))
  }
  return overlay
}

function addSale(overlay: Map<string, Unconfirmed>, sale: Sale, sign: 1 | -1): void {
  for (const tender of sale.tenders) {
    if (tender.kind === 'account') addTo(overlay, tender.customerId, sign * tender.amount, sale.businessDay)
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
    addTo(overlay, tender.customerId, -1 * tender.amount, isSameDay ? day : undefined)
  }
}

/** Money that came: no day's spending becomes less by it. */
function addTopUp(overlay: Map<string, Unconfirmed>, { kind, body }: StoredOp, sign: 1 | -1): void {
  const { customerId, amount } = body as TopUp
  if (kind === 'pos.topUp') addTo(overlay, customerId, sign * amount)
}

/** Adds what is spent, negative for money that comes or goes back; with a day, to the spending of that day too. */
function addTo(overlay: Map<string, Unconfirmed>, customerId: string, amount: number, day?: string): void {
  const { total, byDay } = overlay.get(customerId) ?? { total: 0, byDay: {} }
  overlay.set(customerId, {
    total: total + amount,
    byDay: day === undefined ? byDay : { ...byDay, [day]: (byDay[day] ?? 0) + amount },
  })
}
