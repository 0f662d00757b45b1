// chunk: till-sheets
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { Approval } from '#shared/pos/approvals/approval.contract.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { isOpenTo } from '#shared/pos/approvals/till-limits.rules.ts'
import { isOverridden, judgeOverrides, overridesShown } from '#shared/pos/carts/override.rules.ts'
import type { SaleLine } from '#shared/pos/sale.contract.ts'
import { requireApproval, savedActContext } from '../approved-acts.ts'
import type { ActionParts } from '../save-action.ts'
import type { Actor, SaleInput } from '../till-inputs.types.ts'
import type { Catalogue, ShiftState } from '../till.types.ts'
import { judgeCart, type RuledTill } from './judge-cart.ts'

interface RuledSale {
  shift: ShiftState
  lines: readonly SaleLine[]
  actor: Actor
  at: string
  catalogue: Catalogue
}

/**
 * Checks a sale by the rules of its customer: what the law denies is never sold, what anybody else denies only with a reason on its line,
 * and such lines with another person's approval where the limits ask for one.
 * @returns the approval that it rests on
 * @throws AppError pos.over-limit, pos.act-forbidden, pos.approval-needed
 */
export function checkRules(
  parts: ActionParts,
  { saleId, customerId, cart, tenders, overrideApproval }: SaleInput,
  { shift, lines, actor, at, catalogue }: RuledSale,
): Approval | undefined {
  if (!customerId) return undefined
  const { memory } = parts
  const till: RuledTill = {
    settings: memory.state.settings,
    catalogue,
    customer: (id) => memory.customers.get(id),
    shift,
    recentSpending: (id) => memory.recentSpending(id),
  }
  const amount = tenders.reduce(
    (all, each) => (each.kind === 'account' && each.customerId === customerId ? all + each.amount : all),
    0,
  )
  const broken = judgeCart(till, { customerId, lines: cart.lines, amount, nowMs: fromInstant(at) })
  if (broken.some(({ lineIds }) => lineIds.length === 0)) throw new AppError('pos.over-limit', { field: 'account' })
  const answered = new Set(lines.filter(isOverridden).map(({ id }) => id))
  const isSettled = broken.every(({ source, lineIds }) => source !== 'law' && lineIds.every((id) => answered.has(id)))
  if (!isSettled) throw new AppError('pos.act-forbidden')
  const judge = (person: Actor) => judgeOverrides(lines, savedActContext(parts, shift, person))
  const hash = approvalHash('allergen', overridesShown({ id: saleId, customerId, lines: [...lines] }))
  requireApproval(parts, { act: 'allergen', hash, approval: overrideApproval, actor, at, judge })
  return isOpenTo(judge(actor)) ? undefined : overrideApproval?.given
}
