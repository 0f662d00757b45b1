import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { SnapshotState } from '#local/storage/snapshot-db.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'

/** What operations take from an account that the snapshot does not show yet. Positive spends. */
export interface Unconfirmed {
  total: number
  /** By business day, for the daily limit and for what the school pays on each. */
  byDay: Record<string, number>
}

/** What a snapshot contains of this device's own operations. */
export type Contained = Pick<SnapshotState, 'serverVersion' | 'received'>

/**
 * The overlay of an operation goes when the snapshot contains it: when its number has been received, although its answer may
 * have got lost on the way, or its version has been reached. Not at the acknowledgement, or balances would flicker back for as
 * long as the pull takes. What was set aside stays: the server may have passed over its number without applying
 * it. Once a person has closed it, it counts no more: the server will never have it.
 */
export function isReflected(
  op: Pick<StoredOp, 'state' | 'serverVersion' | 'stream' | 'seq'>,
  { serverVersion, received }: Contained,
): boolean {
  if (op.state === 'attention') return false
  if (op.state === 'closed') return true
  // A snapshot kept by an older build knows no numbers.
  if (op.seq <= (received?.[op.stream] ?? 0)) return true
  return op.state === 'acked' && op.serverVersion !== null && op.serverVersion <= serverVersion
}

/**
 * Unconfirmed spending per customer from the operations of this device, in any order of arrival; `without` the one that is
 * just being entered anew.
 */
export function overlayOf(ops: readonly StoredOp[], contained: Contained, without?: string): Map<string, Unconfirmed> {
  const sales = new Map<string, Sale>()
  for (const op of ops) {
    // Whoever takes back a closed sale takes back nothing.
    if (op.kind === 'pos.sale' && op.state !== 'closed') sales.set((op.body as Sale).id, op.body as Sale)
  }
  const overlay = new Map<string, Unconfirmed>()
  for (const op of ops) {
    if (isReflected(op, contained) || (without !== undefined && op.opId === without)) continue
    if (op.kind === 'pos.sale') addSale(overlay, op.body as Sale, 1)
    if (op.kind === 'pos.voidSale') {
      const voided = sales.get((op.body as VoidSale).saleId)
      if (voided) addSale(overlay, voided, -1)
    }
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
