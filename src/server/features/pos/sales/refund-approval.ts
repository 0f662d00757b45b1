import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeRefund } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { Refund } from '#shared/pos/refunds/refund.contract.ts'
import { refundShown } from '#shared/pos/refunds/refund.rules.ts'
import { type ApprovedDocument, approvalFlags, readJudgedAct } from '../approvals/approval-flags.service.ts'
import { cashierFlags } from './cashiers.ts'
import type { PosFlag } from './exceptions.ts'
import type { KnownSale } from './read-known-sale.service.ts'
import type { TillContext } from './till-context.ts'

/** Returns what an approval of a refund is judged by. */
export const refundDocument = (refund: Refund): ApprovedDocument => ({
  act: 'refund',
  hash: approvalHash('refund', refundShown(refund)),
  subjectId: refund.id,
  shiftId: refund.shiftId,
  by: refund.by,
  at: refund.at,
  approval: refund.approval,
})

/** Returns the flags of the person who refunded and of the approval (`approvalFlags`). */
export async function refundPersonFlags(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<Refund>,
  sale: KnownSale | undefined,
): Promise<PosFlag[]> {
  const { by } = op.body
  const document = refundDocument(op.body)
  const { people, context } = await readJudgedAct(tx, ctx, op, document)
  const flags: PosFlag[] = cashierFlags(people, by, op)
  if (!hasPermission(people.get(by)?.roles ?? [], 'refund.give')) flags.push('refund-not-allowed')
  const judged = judgeRefund(op.body, sale ?? { tenders: [] }, context)
  return [...flags, ...(await approvalFlags(tx, ctx, op, document, { people, judged }))]
}
