import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeMovement, judgeVoid, movementShown, voidShown } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import { isOpenTo } from '#shared/pos/approvals/till-limits.rules.ts'
import type { VoidSale } from '#shared/pos/sale.contract.ts'
import type { CashMovement } from '#shared/pos/shift.contract.ts'
import type { PosFlag } from '../sales/exceptions.ts'
import type { TillContext } from '../sales/till-context.ts'
import { type ApprovedDocument, approvalFlags, readJudgedAct } from './approval-flags.service.ts'

/** Bodies of the first version were written by tills that asked nobody: they are judged by nothing. */
const isJudged = ({ v }: Pick<IngestedOp<unknown>, 'v'>): boolean => v >= 2

/** Returns the flags of a void's approval, and of a void beyond the limits without one. */
export async function voidApprovalFlags(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<VoidSale>,
  sale: { id: VoidSale['saleId']; soldAt: string; total: Minor } | undefined,
): Promise<PosFlag[]> {
  if (!isJudged(op) || !sale) return []
  const { id, shiftId, by, at, approval, afterMs } = op.body
  const hash = approvalHash('void', voidShown({ id: sale.id, total: sale.total }))
  const document: ApprovedDocument = { act: 'void', hash, subjectId: id, shiftId, by, at, approval }
  const judged = await readJudgedAct(tx, ctx, op, document)
  const ageMs = afterMs ?? fromInstant(at) - fromInstant(sale.soldAt)
  return approvalFlags(tx, ctx, op, document, {
    ...judged,
    judge: (context) => judgeVoid(sale.total, ageMs, context),
  })
}

/** Returns the flags of a cash movement's approval and witness, and of one beyond the limits without them. */
export async function movementApprovalFlags(
  tx: Tx,
  ctx: TillContext,
  op: IngestedOp<CashMovement>,
): Promise<PosFlag[]> {
  const { id, kind, shiftId, by, at, approval, witness } = op.body
  if (!isJudged(op) || kind === 'paid-in') return []
  const hash = approvalHash(kind, movementShown(op.body))
  const document: ApprovedDocument = { act: kind, hash, subjectId: id, shiftId, by, at, approval }
  const { people, context } = await readJudgedAct(tx, ctx, op, document)
  const judged = judgeMovement(op.body, context)
  const isSeen = witness !== undefined && witness !== by
  const isDropSeen = kind === 'drop' && isSeen && judged === 'approval'
  const flags = await approvalFlags(tx, ctx, op, document, {
    people,
    context,
    judge: (of) => (isDropSeen ? 'reason' : judgeMovement(op.body, of)),
  })
  const leavesDrawer = kind === 'paid-out' || kind === 'drop'
  return leavesDrawer && isOpenTo(judged) && !approval && !isSeen ? [...flags, 'witness-missing'] : flags
}
