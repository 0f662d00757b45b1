import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { isByNameOnly } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import { isOverridden, judgeOverrides, overridesShown } from '#shared/pos/carts/override.rules.ts'
import type { ActContext } from '#shared/pos/approvals/till-limits.rules.ts'
import { discountShown, judgeDiscount, judgeNameOnly, nameShown } from '#shared/pos/carts/sale-acts.rules.ts'
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

/** Returns what an approval of lines that were sold in spite of a rule is judged by. */
const overrideDocument = (sale: Sale): ApprovedDocument => ({
  act: 'allergen',
  hash: approvalHash('allergen', overridesShown(sale)),
  subjectId: sale.id,
  shiftId: sale.shiftId,
  by: sale.cashierId,
  at: sale.soldAt,
  approval: sale.approvals?.find(({ act }) => act === 'allergen'),
})

/** Returns what an approval of one more act of a sale is judged by. */
const saleDocument = (sale: Sale, act: 'discount' | 'name-only', shown: Record<string, unknown>): ApprovedDocument => ({
  act,
  hash: approvalHash(act, shown),
  subjectId: sale.id,
  shiftId: sale.shiftId,
  by: act === 'discount' ? (sale.discount?.by ?? sale.cashierId) : sale.cashierId,
  at: sale.soldAt,
  approval: sale.approvals?.find((each) => each.act === act),
})

/** The discount on the receipt, judged as its giver's, and an account whose owner was found by name alone. */
const actsOfSale = (sale: Sale) => [
  ...(sale.discount
    ? [
        {
          document: saleDocument(sale, 'discount', discountShown(sale)),
          judge: (context: ActContext) => judgeDiscount(sale, context),
        },
      ]
    : []),
  ...(isByNameOnly(sale)
    ? [
        {
          document: saleDocument(sale, 'name-only', nameShown(sale)),
          judge: (context: ActContext) => judgeNameOnly(sale, context),
        },
      ]
    : []),
]

/** Everything in a sale that may rest on an approval. Releases before spending rules asked nobody about allergens. */
const judgedParts = (sale: Sale) => [
  ...(sale.lines.some(hasTerms)
    ? [{ document: termsDocument(sale), judge: (context: ActContext) => judgeTerms(sale.lines, context) }]
    : []),
  ...(sale.judged && sale.lines.some(isOverridden)
    ? [{ document: overrideDocument(sale), judge: (context: ActContext) => judgeOverrides(sale.lines, context) }]
    : []),
  ...(sale.judged ? actsOfSale(sale) : []),
]

/**
 * Judges the discounts and prices of single lines, and lines sold in spite of a rule: given by people who may not, or beyond the limits of
 * the cashier without an approval that fits (`approvalFlags`). @returns a function giving the flags of an operation
 */
export async function checkSaleApprovals(
  tx: Tx,
  ctx: TillContext,
  ops: readonly IngestedOp<Sale>[],
): Promise<(people: Cashiers, op: IngestedOp<Sale>) => PosFlag[]> {
  const found = new Map<string, PosFlag[]>()
  for (const [n, op] of ops.entries()) {
    const earlier = ops.slice(0, n).map(({ body }) => body)
    for (const { document, judge } of judgedParts(op.body)) {
      const judged = await readJudgedAct(tx, ctx, op, document, earlier)
      const flags = await approvalFlags(tx, ctx, op, document, { ...judged, judge })
      found.set(op.opId, [...(found.get(op.opId) ?? []), ...flags])
    }
  }
  return (people, op) => {
    const flags = found.get(op.opId) ?? []
    const isGiven = peopleOfTerms(op.body).every((by) => {
      // A cashier whose own limits are wide enough gives it without the right; beyond them an approval is missing.
      if (by === op.body.cashierId) return true
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
    // What nothing rests on was not judged, and is no part of the sale.
    for (const { document } of judgedParts(sale)) {
      const { approval, shiftId, subjectId } = document
      // One row for each: of two approvals of a sale the second stands under its own id.
      const own = sale.exchangeOf ? sale.id : opId
      const isOwn = approval?.act === actOfTerms(sale.lines)
      await keepApproval(tx, ctx, isOwn || !approval ? own : approval.id, { approval, shiftId, subjectId })
    }
  }
}
