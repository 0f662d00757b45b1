// chunk: till-later
import { startDevice, tillAtom } from '#client/platform/offline/device.ts'
import { currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import type { OpenCart } from '#local/pos/cart-edit.ts'
import { begunAt } from '#local/pos/kept-cart.ts'
import { addRemoved, allRemoved, removedBetween } from '#local/pos/carts/removed-lines.ts'
import { cartAtom } from './cart.atoms.ts'
import { laidAside } from './laid-aside.ts'

let isWatching = false

/**
 * Follows the open cart from now on: what is taken out of it goes into its record, and a cart that is given up without a sale is
 * recorded as dropped. Selling never waits for it.
 */
export async function watchCart(): Promise<void> {
  if (isWatching) return
  isWatching = true
  const { device } = await startDevice()
  const nowMs = () => device.options.surroundings.clock.nowMs()
  let last = store.get(cartAtom)
  store.sub(cartAtom, () => {
    const cart = store.get(cartAtom)
    const before = last
    last = cart
    if (!before || before === cart) return
    if (cart?.saleId !== before.saleId) return giveUp(before, nowMs())
    const gone = removedBetween(before, cart, nowMs())
    if (gone.length > 0) store.set(cartAtom, { ...cart, removed: addRemoved(cart.removed, gone) })
  })
}

function giveUp(cart: OpenCart, nowMs: number): void {
  if (laidAside.delete(cart.saleId)) return
  const till = store.get(tillAtom)
  const { user } = currentSession()
  const removed = allRemoved(cart, nowMs)
  if (!till?.shift || !user || removed.length === 0) return
  if (till.shift.sales.some(({ id }) => id === cart.saleId)) return
  const place = { id: till.newId(), cartId: cart.saleId, shiftId: till.shift.open.id, begunAt: begunAt(cart) }
  till
    .dropCart({ ...place, cause: 'emptied', removed }, { userId: user.userId, roles: user.authority })
    // Nothing that was sold depends on it.
    .catch(() => undefined)
}
