// chunk: till-sheets
import { isOpenTo } from '#shared/pos/approvals/till-limits.rules.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { actOfTerms, givenBy, judgeTerms, termsShown } from '#shared/pos/carts/line-terms.rules.ts'
import type { SaleLine } from '#shared/pos/sale.contract.ts'
import { requireApproval, savedActContext } from '../approved-acts.ts'
import type { ActionParts } from '../save-action.ts'
import type { Actor, SaleInput, ShiftState } from '../till.types.ts'

interface SoldLines {
  shift: ShiftState
  lines: readonly SaleLine[]
  actor: Actor
  at: string
}

/** Returns the lines of a sale with the person on whose word their discounts and prices rest. What it throws stands at `requireApproval`. */
export function lineTerms(
  parts: ActionParts,
  { saleId, approval }: Pick<SaleInput, 'saleId' | 'approval'>,
  { shift, lines, actor, at }: SoldLines,
): SaleLine[] {
  const judge = (person: Actor) => judgeTerms(lines, savedActContext(parts, shift, person))
  const act = actOfTerms(lines)
  const hash = approvalHash(act, termsShown({ id: saleId, lines: [...lines] }))
  requireApproval(parts, { act, hash, approval, actor, at, judge })
  return givenBy(lines, isOpenTo(judge(actor)) ? actor.userId : (approval?.by.userId ?? actor.userId))
}
