import { atom } from 'jotai'
import { openTillAtom } from '#client/platform/offline/open-till.ts'
import { userAtom } from '#client/platform/session/session.ts'
import { type Conflict, isEmpty, type OpenCart, openClashes } from '#local/pos/cart-edit.ts'
import { sheetAtom } from '../till.atoms.ts'

/** Not a sale yet; null when nothing has been begun. The device keeps a copy (keep-cart.ts). */
export const cartAtom = atom<OpenCart | null>(null)

/** The cart as the device has it: behind `cartAtom` until a change is written. */
export const keptCartAtom = atom<OpenCart | null>(null)

/** What a step back leads to, and what it takes back. */
export const undoAtom = atom<{ key: 'removed' | 'cleared'; cart: OpenCart } | null>(null)

/** Whether the person at the till is to hear whose cart this is: somebody else's, or one that has outlived a page. */
export const isCartForeignAtom = atom((get) => {
  const begun = get(cartAtom)?.begun
  return begun !== undefined && (begun.isRestored === true || begun.by !== get(userAtom)?.userId)
})

export const pricedAtom = atom((get) => {
  const cart = get(cartAtom)
  const open = get(openTillAtom)
  return cart && open ? open.till.priceCart(cart) : null
})

export const customerAtom = atom((get) => {
  const id = get(cartAtom)?.customerId
  const open = get(openTillAtom)
  const customer = id && open?.till.customer(id)
  return customer && open
    ? {
        customer,
        account: open.till.account(customer.id, get(cartAtom)?.corrects?.opId),
        snapshotAt: open.till.snapshotAt,
      }
    : null
})

export const clashesAtom = atom<Conflict[]>((get) => {
  const cart = get(cartAtom)
  const open = get(openTillAtom)
  const customerId = cart?.customerId
  if (!cart || !open || !customerId) return []
  return openClashes(cart, (allergens) => open.till.allergenClash(customerId, allergens))
})

/** Work that a reload would destroy: it holds updates off. */
export const isBusyAtom = atom((get) => !isEmpty(get(cartAtom)) || get(sheetAtom) !== null)
