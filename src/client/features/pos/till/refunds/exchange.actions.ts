// chunk: till-later
import { tillAtom } from '#client/platform/offline/device.ts'
import { store } from '#client/platform/store.ts'
import { emptyCart, type OpenCart, setCustomer } from '#local/pos/cart-edit.ts'
import type { ExchangeInput } from '#local/pos/till-inputs.types.ts'
import { begunHere } from '../cart/cart.actions.ts'
import { cartAtom, undoAtom } from '../cart/cart.atoms.ts'
import { sheetAtom } from '../till.atoms.ts'

/** Takes what comes back into the cart: what is rung up now is taken in its place, and only the difference is settled. */
export function startExchange(refund: ExchangeInput['refund']): void {
  const till = store.get(tillAtom)
  if (!till) return
  const cart: OpenCart = store.get(cartAtom) ?? { ...emptyCart(till.newId()), ...begunHere() }
  const { customerId } = refund.sale.sale
  const holder = cart.customerId ? undefined : customerId && till.customer(customerId)
  store.set(undoAtom, null)
  // Reasons on lines were given for one person: they go with another.
  const held = holder ? setCustomer(cart, holder.id, 'name') : cart
  store.set(cartAtom, { ...held, exchange: refund })
  store.set(sheetAtom, null)
}

/** Nothing comes back after all; what was rung up stays. */
export function cancelExchange(): void {
  const cart = store.get(cartAtom)
  if (!cart) return
  const { exchange: _exchange, ...rest } = cart
  store.set(cartAtom, rest)
}
