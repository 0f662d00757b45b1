// chunk: till-later
import type { Instant } from '#shared/kernel/time.ts'
import { dropCart } from './drop-cart.ts'
import { begunAt } from '../kept-cart.ts'
import { newDropId, openParkedCarts } from './parked-carts.ts'
import { allRemoved } from './removed-lines.ts'
import type { ActionParts } from '../save-action.ts'
import type { Actor } from '../till-inputs.types.ts'
import type { ShiftState } from '../till.types.ts'

/**
 * Gives up the carts that still wait when their shift is closed, and records each before it goes. One that was sold in the moment
 * before its row went is not dropped.
 */
export async function dropParked(parts: ActionParts, shift: ShiftState, actor: Actor, at: Instant): Promise<void> {
  const { surroundings, appender } = parts
  const carts = openParkedCarts(appender.store, surroundings)
  for (const { shiftId, cart } of await carts.list()) {
    const removed = allRemoved(cart, surroundings.clock.nowMs())
    if (removed.length > 0 && !shift.sales.some(({ id }) => id === cart.saleId)) {
      const input = { cartId: cart.saleId, shiftId, cause: 'shift-end' as const, removed, begunAt: begunAt(cart) }
      await dropCart(parts, { id: newDropId(surroundings), ...input }, actor, at)
    }
    await carts.remove(cart.saleId)
  }
}
