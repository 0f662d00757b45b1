// chunk: till-sheets
import { startDevice, tillAtom } from '#client/platform/offline/device.ts'
import { currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import { isEmpty } from '#local/pos/cart-edit.ts'
import { resumeCart } from '#local/pos/kept-cart.ts'
import { openParkedCarts, type ParkedCart, type ParkedCarts } from '#local/pos/carts/parked-carts.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { keptPaymentAtom } from '../payment/pay.atoms.ts'
import { begunHere } from './cart.actions.ts'
import { cartAtom, undoAtom } from './cart.atoms.ts'
import { laidAside } from './laid-aside.ts'

async function parkedCarts(): Promise<{ carts: ParkedCarts; nowMs: number }> {
  const { device } = await startDevice()
  const { surroundings } = device.options
  return { carts: openParkedCarts(device.store, surroundings), nowMs: surroundings.clock.nowMs() }
}

/** Puts the open cart aside under a name. @returns false where too many wait; then it stays open. @throws StorageFull, StorageBroken */
export async function parkCart(name: string): Promise<boolean> {
  const cart = store.get(cartAtom)
  const shift = store.get(tillAtom)?.shift
  const { user } = currentSession()
  if (!cart || !shift || !user) return false
  const { carts, nowMs } = await parkedCarts()
  const kept = store.get(keptPaymentAtom)
  const payment = kept?.saleId === cart.saleId ? { tenders: kept.tenders, method: kept.method } : null
  const parked = { shiftId: shift.open.id, cart, payment, name, parkedBy: user.name, parkedAt: toInstant(nowMs) }
  if (!(await carts.add(parked))) return false
  laidAside.add(cart.saleId)
  store.set(undoAtom, null)
  store.set(cartAtom, null)
  return true
}

/** Returns the carts that wait in this shift, oldest first. */
export async function listParked(): Promise<ParkedCart[]> {
  const till = store.get(tillAtom)
  const { carts } = await parkedCarts()
  return (await carts.list()).filter((parked) => till && resumeCart(parked, till))
}

/** Takes up a cart that waits, unless another one is open. @returns whether it was taken up */
export async function takeUpParked(parked: ParkedCart): Promise<boolean> {
  const till = store.get(tillAtom)
  const cart = till && resumeCart(parked, till)
  if (!cart || !isEmpty(store.get(cartAtom))) return false
  store.set(keptPaymentAtom, parked.payment && { saleId: cart.saleId, ...parked.payment })
  store.set(undoAtom, null)
  // From here on it is the cart of the person who goes on with it.
  store.set(cartAtom, { ...cart, ...begunHere() })
  const { carts } = await parkedCarts()
  await carts.remove(cart.saleId)
  return true
}
