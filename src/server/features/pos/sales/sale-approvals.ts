import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { actOfTerms, hasTerms, judgeTerms, termsShown } from '#shared/pos/carts/line-terms.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import {
  type ApprovedDocument,
  approvalFlags,
  keepApproval,
  readJudgedAct,
} from '../approvals/approval-flags.service.ts'
import { type Cashiers, cashierFlags } from './cashiers.ts'
import type { PosFlag } from './exceptions.ts'
import type { TillContext } from './till-context.ts'

/** Those on whose word discounts and prices of single lines rest. */
export const peopleOfTerms = ({ lines }: Pick<Sale, 'lines'>): UserId[] =>
  lines.flatMap(({ ownDiscount, priceOverride }) => [ownDiscount, priceOverride].flatMap((each) => each?.by ?? []))

/** Returns what an approval of a sale's discounts and prices of single lines is judged by. */
function termsDocument(sale: Sale): ApprovedDocument {
  const act = actOfTerms(sale.lines)
  return {
    act,
    hash: approvalHash(act, termsShown(sale)),
    subjectId: sale.id,
    shiftId: sale.shiftId,
    by: sale.cashierId,
    at: sale.soldAt,
    approval: sale.approvals?.find((each) => each.act === act),
  }
}

/**
 * Judges the discounts and prices of single lines: given by people who may not, or beyond the limits of the cashier without an approval
 * that fits (`approvalFlags`). @returns a function giving the flags of an operation
 */
export async function checkSaleApprovals(
  tx: Tx,
  ctx: TillContext,
  ops: readonly IngestedOp<Sale>[],
): Promise<(people: Cashiers, op: IngestedOp<Sale>) => PosFlag[]> {
  const found = new Map<string, PosFlag[]>()
  for (const op of ops) {
    if (!op.body.lines.some(hasTerms)) continue
    const document = termsDocument(op.body)
    const { people, context } = await readJudgedAct(tx, ctx, op, document)
    const judged = judgeTerms(op.body.lines, context)
    found.set(op.opId, await approvalFlags(tx, ctx, op, document, { people, judged }))
  }
  return (people, op) => {
    const flags = found.get(op.opId) ?? []
    const isGiven = peopleOfTerms(op.body).every((by) => {
      return hasPermission(people.get(by)?.roles ?? [], 'discount.give') && cashierFlags(people, by, op).length === 0
    })
    return isGiven ? flags : ['discount-not-allowed', ...flags]
  }
}

/** Keeps the approvals that sales rested on. In an exchange the refund's stands under the operation, so the sale's stands under the sale. */
export async function keepSaleApprovals(
  tx: Tx,
  ctx: TillContext,
  drafts: readonly { opId: string; sale: Sale }[],
): Promise<void> {
  for (const { opId, sale } of drafts) {
    // What no discount and no price rests on was not judged, and is no part of the sale.
    if (!sale.lines.some(hasTerms)) continue
    const { approval, shiftId, subjectId } = termsDocument(sale)
    await keepApproval(tx, ctx, sale.exchangeOf ? sale.id : opId, { approval, shiftId, subjectId })
  }
}
