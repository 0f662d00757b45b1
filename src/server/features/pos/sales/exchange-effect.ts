import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Exchange } from '#shared/pos/refunds/exchange.contract.ts'
import { lockAccounts } from '../accounts/account.service.ts'
import { recordExceptions } from './exceptions.ts'
import type { PaymentProofs } from './payment-proof.service.ts'
import { refundSale } from './refund-effect.ts'
import { chargedTo } from './sale-check.ts'
import { recordSales } from './sale-effect.ts'
import type { TillContext } from './till-context.ts'
import { waitForSales } from './void-lock.service.ts'

/**
 * Enters the refund and the sale of an exchange, the refund first, so that what it gives to an account pays for the sale. Both are
 * there or neither. Each is judged as it would be by itself.
 */
export async function exchangeSale(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<Exchange>,
  paymentProofs: PaymentProofs,
): Promise<Effect> {
  const { refund, sale } = op.body
  await waitForSales(tx, ctx.schoolId)
  // All accounts at once: one document after the other would lock them in an order of its own.
  const given = refund.tenders.flatMap((t) => (t.kind === 'account' ? [t.customerId] : []))
  await lockAccounts(tx, ctx.schoolId, new Set([...given, ...sale.tenders.flatMap(chargedTo)]))
  const back = await refundSale(tx, ctx, { ...op, body: refund }, sale)
  const [sold] = await recordSales(tx, ctx, [{ ...op, body: sale }], paymentProofs)
  const flags = new Set([...back.flags, ...(sold?.flags ?? [])])
  if (refund.exchangeSaleId !== sale.id || sale.exchangeOf !== refund.id) {
    flags.add('exchange-differs')
    const subject = { opId: op.opId, subjectId: sale.id, shiftId: sale.shiftId }
    await recordExceptions(tx, ctx, [{ ...subject, flags: new Set(['exchange-differs']) }])
  }
  const versions = [back.serverVersion, sold?.serverVersion].filter((each) => each !== undefined)
  const serverVersion = versions.length > 0 ? Math.max(...versions) : undefined
  return { flags: [...flags].sort(), ...(serverVersion !== undefined && { serverVersion }) }
}
