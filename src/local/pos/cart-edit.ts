// chunk: device
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId, OpId, SaleId, UserId } from '#shared/kernel/ids.ts'
import { type Currency, wholeQty } from '#shared/kernel/money.ts'
import { allergensOf, type Cart, type CartDiscount, type CartLine } from '#shared/pos/cart.rules.ts'
import type { Allergen, Item, Modifier, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { Person } from '#shared/pos/discount.rules.ts'
import type { CustomerProof, RemovedLine, Tender } from '#shared/pos/sale.contract.ts'
import type { GivenApproval, ExchangeInput } from './till-inputs.types.ts'

/** Sale being put together. Its id is minted with the cart, so that paying twice saves once. */
export interface OpenCart extends Cart {
  saleId: SaleId
  lines: readonly CartLine[]
  discount: CartDiscount | null
  customerId: CustomerId | null
  proof: CustomerProof
  /** Person who gave the discount, not always the seller. */
  discountGiver?: Person
  /** Set-aside sale that this one replaces. */
  corrects?: Correction
  /** What was taken out of it. */
  removed?: readonly RemovedLine[]
  /** For discounts and prices of single lines, as they stood when it was given. */
  approval?: GivenApproval
  /** For lines that are sold in spite of a rule, as they stood when it was given. */
  overrideApproval?: GivenApproval
  /** For the discount on the whole receipt. */
  discountApproval?: GivenApproval
  /** For an account whose owner was found by name alone. */
  nameApproval?: GivenApproval
  /** What comes back in exchange. */
  exchange?: ExchangeInput['refund']
  /** Who began it; absent before its first change. */
  begun?: Begun
}

export interface Begun {
  by: UserId
  name: Bilingual
  /** The cart has outlived a page, and nobody has taken it up since. */
  isRestored?: boolean
  /** Names of what was in it and is not on sale any more. */
  gone?: readonly Bilingual[]
}

export interface Correction {
  opId: OpId
  receiptNo: string
  currency: Currency
  /** Tenders of the original sale, to be entered again. */
  tenders: readonly Tender[]
  /** Items of the original sale that are no longer on sale. */
  gone: readonly Bilingual[]
}

export const emptyCart = (saleId: string): OpenCart => ({
  saleId: saleId as SaleId,
  lines: [],
  discount: null,
  customerId: null,
  proof: 'none',
})

export const isEmpty = (cart: OpenCart | null): boolean =>
  !cart || (cart.lines.length === 0 && !cart.customerId && !cart.corrects && !cart.exchange)

const maxQuantity = 999
const maxLines = 100

const sameModifiers = (a: readonly Modifier[], b: readonly Modifier[]): boolean =>
  a.length === b.length && a.every((modifier) => b.some(({ id }) => id === modifier.id))

/** Adds one of an item: an identical order increments its line, anything else starts a new one. */
export function addItem(cart: OpenCart, item: Item, modifiers: readonly Modifier[], lineId: string): OpenCart {
  const twin = cart.lines.find(
    (line) =>
      line.item.id === item.id &&
      !line.discount &&
      !line.price &&
      !line.note &&
      sameModifiers(line.modifiers, modifiers),
  )
  if (twin) return setQuantity(cart, twin.id, quantityOf(twin) + 1)
  if (cart.lines.length >= maxLines) return cart
  return { ...cart, lines: [...cart.lines, { id: lineId, item, qtyMilli: wholeQty, modifiers }] }
}

export const quantityOf = (line: Pick<CartLine, 'qtyMilli'>): number => Math.round(line.qtyMilli / wholeQty)

/** Sets the quantity in whole pieces; zero removes the line. */
export function setQuantity(cart: OpenCart, lineId: string, pieces: number): OpenCart {
  if (pieces < 1) return removeLine(cart, lineId)
  const qtyMilli = Math.min(pieces, maxQuantity) * wholeQty
  return { ...cart, lines: cart.lines.map((line) => (line.id === lineId ? { ...line, qtyMilli } : line)) }
}

/** Removes a line; the discount goes with the last one. */
export function removeLine(cart: OpenCart, lineId: string): OpenCart {
  const lines = cart.lines.filter(({ id }) => id !== lineId)
  return { ...cart, lines, discount: lines.length > 0 ? cart.discount : null }
}

export const setModifiers = (cart: OpenCart, lineId: string, modifiers: readonly Modifier[]): OpenCart => ({
  ...cart,
  lines: cart.lines.map((line) => (line.id === lineId ? { ...withoutReason(line), modifiers } : line)),
})

export const setReason = (cart: OpenCart, lineId: string, overrideReason: string): OpenCart => ({
  ...cart,
  lines: cart.lines.map((line) => (line.id === lineId ? { ...line, overrideReason } : line)),
})

/** Sets the customer. Reasons were given for one person, so a new customer starts without them. */
export const setCustomer = (cart: OpenCart, customerId: CustomerId | null, proof: CustomerProof): OpenCart => ({
  ...cart,
  customerId,
  proof,
  lines: customerId === cart.customerId ? cart.lines : cart.lines.map(withoutReason),
})

function withoutReason({ overrideReason: _dropped, ...line }: CartLine): CartLine {
  return line
}

/** Line with an allergen of the customer without an accepted override. */
export interface Conflict {
  line: CartLine
  allergens: Allergen[]
}

export const openClashes = (cart: OpenCart, forbidden: (allergens: readonly Allergen[]) => Allergen[]): Conflict[] =>
  cart.lines.flatMap((line) => {
    if (line.overrideReason) return []
    const allergens = forbidden(allergensOf(line.item, line.modifiers))
    return allergens.length > 0 ? [{ line, allergens }] : []
  })

/** Returns the groups with too few or too many choices. */
export const unansweredGroups = (groups: readonly ModifierGroup[], chosen: ReadonlySet<string>): ModifierGroup[] =>
  groups.filter((group) => {
    const count = group.modifiers.filter(({ id }) => chosen.has(id)).length
    return count < group.min || count > group.max
  })

/** Returns the choice after a tap: a group of one swaps, a full group takes no more, a second tap deselects. */
export function toggleModifier(chosen: ReadonlySet<string>, group: ModifierGroup, id: string): Set<string> {
  const next = new Set(chosen)
  const mine = group.modifiers.filter((modifier) => next.has(modifier.id))
  if (next.has(id)) {
    if (!(group.max === 1 && group.min === 1)) next.delete(id)
  } else if (group.max === 1) {
    for (const other of mine) next.delete(other.id)
    next.add(id)
  } else if (mine.length < group.max) next.add(id)
  return next
}
