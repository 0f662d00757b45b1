// chunk: till-sheets
import type { Approval } from '#shared/pos/approvals/approval.contract.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { isOpenTo } from '#shared/pos/approvals/till-limits.rules.ts'
import type { PricedCart } from '#shared/pos/cart.rules.ts'
import { actOfTerms, givenBy, judgeTerms, termsShown } from '#shared/pos/carts/line-terms.rules.ts'
import { discountShown, judgeDiscount, judgeNameOnly, nameShown } from '#shared/pos/carts/sale-acts.rules.ts'
import type { Sale, SaleLine } from '#shared/pos/sale.contract.ts'
import { requireApproval, savedActContext } from '../approved-acts.ts'
import type { ActionParts } from '../save-action.ts'
import { checkRules } from '../spending/check-rules.ts'
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
function lineTerms(
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

interface ActsOf {
  shift: ShiftState
  priced: PricedCart
  actor: Actor
  at: string
}

/**
 * Checks everything in a sale that rules or limits judge: rules of the customer, discounts and prices of lines, the discount on the
 * receipt, and an account whose owner was found by name alone. What it throws stands at `requireApproval` and `checkRules`.
 * @returns the lines with those on whose word they rest, and the approvals that the sale rests on
 */
export function checkActs(
  parts: ActionParts,
  input: SaleInput,
  { shift, priced, actor, at }: ActsOf,
): { lines: SaleLine[]; approvals: Approval[] } {
  const catalogue = parts.memory.catalogueOn(shift.open.businessDay)
  const ruled = checkRules(parts, input, { shift, lines: priced.lines, actor, at, catalogue })
  const hasTerms = input.cart.lines.some(({ discount, price }) => discount ?? price)
  const terms = hasTerms
    ? lineTerms(parts, input, { shift, lines: priced.lines, actor, at })
    : { lines: [...priced.lines], approval: undefined }
  const rest = [
    discountApproval(parts, input, { shift, priced, actor, at }),
    nameApproval(parts, input, { shift, actor, at }),
  ]
  return { lines: terms.lines, approvals: [ruled, terms.approval, ...rest].flatMap((each) => each ?? []) }
}

function discountApproval(
  parts: ActionParts,
  { saleId, cart, discountGiver, discountApproval: approval }: SaleInput,
  { shift, priced, actor, at }: ActsOf,
): Approval | undefined {
  if (!cart.discount) return undefined
  const discount = { ...cart.discount, amount: priced.discountAmount }
  const shown = { id: saleId, discount, totals: priced.totals }
  const judge = (person: Actor) => judgeDiscount(shown, savedActContext(parts, shift, person))
  const giver = discountGiver ?? actor
  const hash = approvalHash('discount', discountShown(shown))
  requireApproval(parts, { act: 'discount', hash, approval, actor: giver, at, judge })
  return isOpenTo(judge(giver)) ? undefined : approval?.given
}

function nameApproval(
  parts: ActionParts,
  { saleId, customerId, customerProof, tenders, nameApproval: approval }: SaleInput,
  { shift, actor, at }: Omit<ActsOf, 'priced'>,
): Approval | undefined {
  const sale: Pick<Sale, 'customerProof' | 'tenders'> = { customerProof, tenders: [...tenders] }
  const judge = (person: Actor) => judgeNameOnly(sale, savedActContext(parts, shift, person))
  const hash = approvalHash('name-only', nameShown({ id: saleId, customerId }))
  requireApproval(parts, { act: 'name-only', hash, approval, actor, at, judge })
  return isOpenTo(judge(actor)) ? undefined : approval?.given
}
