// chunk: device
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { RefundableSale as RefundedSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import type { Sale, VoidSale } from '#shared/pos/sale.contract.ts'

/**
 * Returns a sale among this device's operations, by its id or receipt number, with its void and its refunds, or undefined. Discarded operations do not count:
 * the server never has them.
 */
export function refundableSale(ops: readonly StoredOp[], saleId: string): RefundedSale | undefined {
  const kept = ops.filter(({ state }) => state !== 'closed')
  const of = <T>(kind: string) => kept.flatMap((op) => (op.kind === kind ? [op.body as T] : []))
  const sale = of<Sale>('pos.sale').find(({ id, receiptNo }) => id === saleId || receiptNo === saleId)
  if (!sale) return undefined
  const isVoided = of<VoidSale>('pos.voidSale').some(({ saleId: id }) => id === sale.id)
  return { sale, isVoided, earlier: of<Refund>('pos.refund').filter((refund) => refund.saleId === sale.id) }
}

/** Adds refunds of this device that the server did not name: some may not have been sent. */
export function withOwnRefunds(ops: readonly StoredOp[], found: RefundedSale): RefundedSale {
  const own = refundsOf(ops, found.sale.id)
  const known = new Set(found.earlier.map(({ id }) => id))
  return { ...found, earlier: [...found.earlier, ...own.filter(({ id }) => !known.has(id))] }
}

const refundsOf = (ops: readonly StoredOp[], saleId: string): Refund[] =>
  ops.flatMap((op) => {
    const isOne = op.kind === 'pos.refund' && op.state !== 'closed' && (op.body as Refund).saleId === saleId
    return isOne ? [op.body as Refund] : []
  })
