// chunk: device
import type { CustomerId, OpId, SaleId, UserId } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Approval } from '#shared/pos/approvals/approval.contract.ts'
import type { Cart, CartLine } from '#shared/pos/cart.rules.ts'
import type { DroppedCart } from '#shared/pos/carts/dropped-cart.contract.ts'
import type { Person } from '#shared/pos/discount.rules.ts'
import type { RefundedGoods } from '#shared/pos/refunds/refund.contract.ts'
import type { RefundableSale as RefundedSale } from '#shared/pos/refunds/refundable-sale.contract.ts'
import type { RefundWish } from '#shared/pos/refunds/refund.rules.ts'
import type { CustomerProof, RemovedLine, Sale, Tender } from '#shared/pos/sale.contract.ts'
import type { CashMovementKind, CashPiles, CloseShift, DrawerCause } from '#shared/pos/shift.contract.ts'

/** Person acting, with the roles last received from the server. */
export type Actor = Person

export interface SaleInput {
  /** Id minted when the cart was opened: pressing Pay twice saves once. */
  saleId: SaleId
  cart: Cart
  customerId: CustomerId | null
  customerProof: CustomerProof
  tenders: readonly Tender[]
  /** Person who gave the cart's discount, if not the seller. */
  discountGiver?: Actor | undefined
  /** What was taken out of the cart before. */
  removed?: readonly RemovedLine[] | undefined
  /** For discounts and prices of single lines, where the limits ask for one. */
  approval?: GivenApproval | undefined
  /** For lines that are sold in spite of a rule of the customer, where the limits ask for one. */
  overrideApproval?: GivenApproval | undefined
  /** For the discount on the whole receipt, where the limits ask for one. */
  discountApproval?: GivenApproval | undefined
  /** For an account whose owner was found by name alone, where the limits ask for one. */
  nameApproval?: GivenApproval | undefined
  /** Set-aside sale that this one replaces: it is discarded in the same step. */
  corrects?: OpId
  /** Face decision on which this sale rests. */
  face?: Sale['face']
}

export interface OpenInput {
  /** Counted in the drawer, by notes and coins or as one amount. */
  floatAmount: Minor
  piles?: CashPiles | undefined
}

export interface CloseInput extends Pick<CloseShift, 'counts' | 'left' | 'bag'> {
  /** The last of the counts. */
  countedCash: Minor
  differenceReason?: string
}

export interface DrawerInput {
  cause: DrawerCause
  /** The sale, refund, top-up or movement that it is opened for. */
  ref?: string | undefined
}

export interface TopUpInput {
  /** Id minted when the sheet opened: confirming twice saves once. */
  id: string
  customerId: CustomerId
  /** Above zero, at most `maxTopUp`. */
  amount: Minor
  corrects?: OpId
}

export interface RefundInput {
  /** Id minted when the sheet opened: confirming twice saves once. */
  id: string
  /** The sale, with what is known to have been given back. */
  sale: RefundedSale
  wishes: readonly RefundWish[]
  /** True if what was paid in cash or by card goes to the customer's account. */
  toAccount: boolean
  /** Of the outside terminal's refund slip; needed where money goes back to a card. */
  terminalRef?: string | undefined
  reason: string
  approval?: GivenApproval | undefined
  exchangeSaleId?: SaleId
  corrects?: OpId
}

/** A sale whose goods are taken in place of others; `tenders` settle what the refund does not. */
export interface ExchangeInput extends Omit<SaleInput, 'corrects'> {
  refund: Omit<RefundInput, 'exchangeSaleId' | 'corrects'>
}

export interface WithoutReceiptInput {
  /** Id minted when the sheet opened: confirming twice saves once. */
  id: string
  /** Whose account gets the money. */
  customerId: CustomerId
  lines: readonly CartLine[]
  goods: RefundedGoods
  reason: string
  approval?: GivenApproval | undefined
}

export interface DropCartInput extends Omit<DroppedCart, 'by' | 'at'> {}

/** Another person's approval, with what they are at the school. */
export interface GivenApproval {
  by: Actor
  given: Approval
}

export interface VoidInput {
  saleId: SaleId
  reason: string
  approval?: GivenApproval | undefined
}

export interface MovementInput {
  /** Id minted when the sheet opened: confirming twice saves once. */
  id: string
  kind: CashMovementKind
  /** Zero for a drawer opened for none. */
  amount: Minor
  reason: string
  approval?: GivenApproval | undefined
  /** Another person who saw the cash leave the drawer. */
  witness?: UserId | undefined
  /** Number of the bag of a drop. */
  bag?: string | undefined
  corrects?: OpId
}
