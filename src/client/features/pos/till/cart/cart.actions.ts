import { tillAtom } from '#client/platform/offline/device.ts'
import { currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import {
  addItem,
  emptyCart,
  isEmpty,
  type OpenCart,
  removeLine,
  setCustomer,
  setModifiers,
  setQuantity,
  setReason,
} from '#local/pos/cart-edit.ts'
import type { Till } from '#local/pos/till.types.ts'
import { allergensOf, type CartDiscount } from '#shared/pos/cart.rules.ts'
import type { Item, Modifier } from '#shared/pos/catalogue.contract.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { Person } from '#shared/pos/discount.rules.ts'
import type { CustomerProof } from '#shared/pos/sale.contract.ts'
import { sheetAtom } from '../till.atoms.ts'
import { cartAtom, undoAtom } from './cart.atoms.ts'

/** Who begins a cart now, as the cart says it. */
export function begunHere(): Pick<OpenCart, 'begun'> {
  const { user } = currentSession()
  return user ? { begun: { by: user.userId, name: user.name } } : {}
}

/** Everything here is in memory and answers at once; the device's copy of the cart follows it (keep-cart.ts). */
function edit(change: (cart: OpenCart, till: Till) => OpenCart, undo?: 'removed' | 'cleared'): void {
  const till = store.get(tillAtom)
  if (!till) return
  const before = store.get(cartAtom) ?? emptyCart(till.newId())
  const after = change(before, till)
  store.set(undoAtom, undo && before !== after ? { key: undo, cart: before } : null)
  store.set(cartAtom, isEmpty(after) ? null : after.begun ? after : { ...after, ...begunHere() })
}

/** A tap on a tile, or its barcode: straight into the cart, unless the item is sold out or has something to ask. */
export function chooseItem(item: Item): void {
  if (item.soldOutOn) return
  if (store.get(tillAtom)?.catalogue.groupsOf(item).length)
    return store.set(sheetAtom, { kind: 'item', itemId: item.id })
  addToCart(item, [])
}

export function addToCart(item: Item, modifiers: readonly Modifier[]): void {
  const till = store.get(tillAtom)
  if (!till) return
  edit((cart) => addItem(cart, item, modifiers, till.newId()))
  const cart = store.get(cartAtom)
  const line = cart?.lines.find((l) => l.item.id === item.id && !l.overrideReason)
  const isForbidden = cart?.customerId
    ? till.allergenClash(cart.customerId, allergensOf(item, modifiers)).length > 0
    : false
  if (line && isForbidden) store.set(sheetAtom, { kind: 'clash', lineId: line.id })
}

export const changeQuantity = (lineId: string, pieces: number): void =>
  edit((cart) => setQuantity(cart, lineId, pieces), pieces < 1 ? 'removed' : undefined)

export const takeOut = (lineId: string): void => edit((cart) => removeLine(cart, lineId), 'removed')

export const changeModifiers = (lineId: string, modifiers: readonly Modifier[]): void =>
  edit((cart) => setModifiers(cart, lineId, modifiers))

export const resolveClash = (lineId: string, reason: string): void => edit((cart) => setReason(cart, lineId, reason))

/** The person at the till takes up what somebody began, or what has outlived a page. */
export const takeUpCart = (): void => edit((cart) => ({ ...cart, ...begunHere() }))

export const clearCart = (): void => edit((_cart, till) => emptyCart(till.newId()), 'cleared')

export function undo(): void {
  const step = store.get(undoAtom)
  if (!step) return
  store.set(cartAtom, step.cart)
  store.set(undoAtom, null)
}

export function selectCustomer(customer: Customer, proof: CustomerProof): void {
  edit((cart) => setCustomer(cart, customer.id, proof))
}

export const clearCustomer = (): void => edit((cart) => setCustomer(cart, null, 'none'))

/** A discount carries who gave it, so that the till can tell whether they may. */
export const giveDiscount = (discount: Omit<CartDiscount, 'by'>, giver: Person): void =>
  edit((cart) => ({ ...cart, discount: { ...discount, by: giver.userId }, discountGiver: giver }))

export const clearDiscount = (): void => edit((cart) => ({ ...cart, discount: null }))
