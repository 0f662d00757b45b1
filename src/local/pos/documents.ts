// chunk: device
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { Exchange } from '#shared/pos/refunds/exchange.contract.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'

type Written = Pick<StoredOp, 'kind' | 'body'>

/** Returns the sale that an operation contains, by itself or within an exchange. */
export const saleIn = ({ kind, body }: Written): Sale | undefined =>
  kind === 'pos.sale' ? (body as Sale) : kind === 'pos.exchange' ? (body as Exchange).sale : undefined

/** Returns the refund that an operation contains, by itself or within an exchange. */
export const refundIn = ({ kind, body }: Written): Refund | undefined =>
  kind === 'pos.refund' ? (body as Refund) : kind === 'pos.exchange' ? (body as Exchange).refund : undefined
