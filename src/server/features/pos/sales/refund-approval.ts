import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeRefund, judgeWithoutReceipt } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { ActContext } from '#shared/pos/approvals/till-limits.rules.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import { refundShown } from '#shared/pos/refunds/refund.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import { type ApprovedDocument, approvalFlags, readJudgedAct } from '../approvals/approval-flags.service.ts'
import { cashierFlags } from './cashiers.ts'
import type { PosFlag } from './exceptions.ts'
import type { KnownSale } from './read-known-sale.service.ts'
import type { TillContext } from './till-context.ts'

/** The sale of an exchange, as far as its approval was given for it. */
export type ExchangedSale = Pick<Sale, 'id' | 'totals'> | undefined

/** Returns what an approval of a refund is judged by. */
export const refundDocument = (refund: Refund, exchanged?: ExchangedSale): ApprovedDocument => ({
  ...shownOf(refund, exchanged),
  subjectId: refund.id,
  shiftId: refund.shiftId,
  by: refund.by,
  at: refund.at,
  approval: refund.approval,
})

/** What the approval must have been given for. */
function shownOf(refund: Refund, exchanged: ExchangedSale): Pick<ApprovedDocument, 'act' | 'hash'> {
  const shown = refundShown(refund)
  if (refund.withoutSale) {
    const act = 'refund-without-receipt'
    return { act, hash: approvalHash(act, { ...shown, customerId: refund.customerId }) }
  }
  if (!exchanged) return { act: 'refund', hash: approvalHash('refund', shown) }
  const both = { ...shown, saleId: exchanged.id, saleTotal: exchanged.totals.total }
  return { act: 'exchange', hash: approvalHash('exchange', both) }
}

/** Returns the flags of the person who refunded and of the approval (`approvalFlags`). */
export async function refundPersonFlags(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<Refund>,
  { sale, exchanged }: { sale: KnownSale | undefined; exchanged: ExchangedSale },
): Promise<PosFlag[]> {
  const { by } = op.body
  const document = refundDocument(op.body, exchanged)
  const { people, context } = await readJudgedAct(tx, ctx, op, document)
  const flags: PosFlag[] = cashierFlags(people, by, op)
  if (!hasPermission(people.get(by)?.roles ?? [], 'refund.give')) flags.push('refund-not-allowed')
  const judge = (of: ActContext) =>
    op.body.withoutSale
      ? judgeWithoutReceipt(op.body.totals.total, of)
      : judgeRefund(op.body, sale ?? { tenders: [] }, of)
  return [...flags, ...(await approvalFlags(tx, ctx, op, document, { people, context, judge }))]
}
