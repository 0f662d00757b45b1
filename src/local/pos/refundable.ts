// chunk: device
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { RefundableSale as RefundedSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import type { VoidSale } from '#shared/pos/sale.contract.ts'
import { refundIn, saleIn } from './documents.ts'

/**
 * Returns a sale among this device's operations, by its id or receipt number, with its void and its refunds, or undefined. Discarded
 * operations do not count: the server never has them.
 */
export function refundableSale(ops: readonly StoredOp[], saleId: string): RefundedSale | undefined {
  const kept = ops.filter(({ state }) => state !== 'closed')
  const sale = kept.flatMap((op) => saleIn(op) ?? []).find(({ id, receiptNo }) => id === saleId || receiptNo === saleId)
  if (!sale) return undefined
  const isVoided = kept.some(({ kind, body }) => kind === 'pos.voidSale' && (body as VoidSale).saleId === sale.id)
  return { sale, isVoided, earlier: refundsOf(kept, sale.id) }
}

/** Adds refunds of this device that the server did not name: some may not have been sent. */
export function withOwnRefunds(ops: readonly StoredOp[], found: RefundedSale): RefundedSale {
  const own = refundsOf(ops, found.sale.id)
  const known = new Set(found.earlier.map(({ id }) => id))
  return { ...found, earlier: [...found.earlier, ...own.filter(({ id }) => !known.has(id))] }
}

const refundsOf = (ops: readonly StoredOp[], saleId: string): Refund[] =>
  ops.flatMap((op) => {
    const refund = op.state === 'closed' ? undefined : refundIn(op)
    return refund?.saleId === saleId ? [refund] : []
  })
