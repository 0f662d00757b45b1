// chunk: till-sheets
import { isOpenTo } from '#shared/pos/approvals/till-limits.rules.ts'
import type { Approval } from '#shared/pos/approvals/approval.contract.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { actOfTerms, givenBy, judgeTerms, termsShown } from '#shared/pos/carts/line-terms.rules.ts'
import type { SaleLine } from '#shared/pos/sale.contract.ts'
import { requireApproval, savedActContext } from '../approved-acts.ts'
import type { ActionParts } from '../save-action.ts'
import type { Actor, SaleInput } from '../till-inputs.types.ts'
import type { ShiftState } from '../till.types.ts'

interface SoldLines {
  shift: ShiftState
  lines: readonly SaleLine[]
  actor: Actor
  at: string
}

/**
 * Returns the lines of a sale with the person on whose word their discounts and prices rest, and the approval where one was needed. What it throws stands at `requireApproval`.
 */
export function lineTerms(
  parts: ActionParts,
  { saleId, approval }: Pick<SaleInput, 'saleId' | 'approval'>,
  { shift, lines, actor, at }: SoldLines,
): { lines: SaleLine[]; approval?: Approval } {
  const judge = (person: Actor) => judgeTerms(lines, savedActContext(parts, shift, person))
  const act = actOfTerms(lines)
  const hash = approvalHash(act, termsShown({ id: saleId, lines: [...lines] }))
  requireApproval(parts, { act, hash, approval, actor, at, judge })
  if (!approval || isOpenTo(judge(actor))) return { lines: givenBy(lines, actor.userId) }
  return { lines: givenBy(lines, approval.by.userId), approval: approval.given }
}
