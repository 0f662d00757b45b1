// chunk: till-sheets
import { useAtomValue } from 'jotai'
import type { OpenCart } from '#local/pos/cart-edit.ts'
import type { Actor, GivenApproval } from '#local/pos/till-inputs.types.ts'
import { zero } from '#shared/kernel/money.ts'
import type { ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeRefund } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import { type ActContext, judgeAct, type Judgement } from '#shared/pos/approvals/till-limits.rules.ts'
import type { PricedCart } from '#shared/pos/cart.rules.ts'
import { actOfTerms, judgeTerms, termsShown } from '#shared/pos/carts/line-terms.rules.ts'
import { judgeOverrides, overridesShown } from '#shared/pos/carts/override.rules.ts'
import { discountShown, judgeDiscount, nameShown } from '#shared/pos/carts/sale-acts.rules.ts'
import { useExchange } from '../payment/use-exchange.ts'
import { cartAtom, pricedAtom } from './cart.atoms.ts'

/** Something in the cart that another person must approve before it is paid, or that must not be done. */
export interface WantedAct {
  act: ApprovedAct
  hash: string
  text: 'line.approval' | 'exchange.approval' | 'rule.approval' | 'approve.needed'
  /** Who acts, if not the person at the till. */
  by?: Actor | undefined
  /** What the cart holds by now. */
  approval: GivenApproval | undefined
  judge: (context: ActContext) => Judgement
  keep: (cart: OpenCart, approval: GivenApproval) => OpenCart
}

/** Everything in the open cart that limits judge. */
export function useCartActs(): WantedAct[] {
  const cart = useAtomValue(cartAtom)
  const priced = useAtomValue(pricedAtom)
  const { refund, draft } = useExchange(priced?.totals.total ?? zero)
  if (!cart || !priced) return []
  const { lines } = priced
  const act = actOfTerms(lines)
  const terms: WantedAct = {
    act,
    hash: approvalHash(act, termsShown({ id: cart.saleId, lines })),
    text: 'line.approval',
    approval: cart.approval,
    judge: (context) => judgeTerms(lines, context),
    keep: (open, approval) => ({ ...open, approval }),
  }
  const overrides: WantedAct = {
    act: 'allergen',
    hash: approvalHash('allergen', overridesShown({ id: cart.saleId, customerId: cart.customerId, lines })),
    text: 'rule.approval',
    approval: cart.overrideApproval,
    judge: (context) => judgeOverrides(lines, context),
    keep: (open, approval) => ({ ...open, overrideApproval: approval }),
  }
  const acts = [terms, overrides, ...actsOfSale(cart, priced)]
  if (!refund || !draft) return acts
  const exchange: WantedAct = {
    act: 'exchange',
    hash: draft.hash,
    text: 'exchange.approval',
    approval: refund.approval,
    judge: (context) => judgeRefund(draft, refund.sale.sale, context),
    keep: (open, approval) => ({ ...open, exchange: { ...refund, approval } }),
  }
  return [...acts, exchange]
}

/** The discount on the receipt, and an account whose owner was found by name alone; the latter counts if the account pays. */
function actsOfSale(cart: OpenCart, { discountAmount, totals }: PricedCart): WantedAct[] {
  const { saleId: id, customerId, proof: customerProof } = cart
  const sale = { id, discount: cart.discount && { ...cart.discount, amount: discountAmount }, totals }
  return [
    {
      act: 'discount',
      hash: approvalHash('discount', discountShown(sale)),
      text: 'approve.needed',
      by: cart.discountGiver,
      approval: cart.discountApproval,
      judge: (context) => judgeDiscount(sale, context),
      keep: (open, approval) => ({ ...open, discountApproval: approval }),
    },
    {
      act: 'name-only',
      hash: approvalHash('name-only', nameShown({ id, customerId })),
      text: 'approve.needed',
      approval: cart.nameApproval,
      judge: (context) => (customerId && customerProof === 'name' ? judgeAct('name-only', 1, context) : 'free'),
      keep: (open, approval) => ({ ...open, nameApproval: approval }),
    },
  ]
}
