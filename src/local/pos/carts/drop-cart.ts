// chunk: till-later
import type { Instant } from '#shared/kernel/time.ts'
import type { DroppedCart } from '#shared/pos/carts/dropped-cart.contract.ts'
import { type ActionParts, save } from '../save-action.ts'
import type { Actor, DropCartInput } from '../till-inputs.types.ts'

/** Saves that a cart was begun and never paid. What it throws stands at `Till.dropCart`. */
export const dropCart = (parts: ActionParts, input: DropCartInput, actor: Actor, at: Instant): Promise<DroppedCart> =>
  save<DroppedCart>(parts, 'pos.dropCart', input.id, actor, () => ({ body: { ...input, by: actor.userId, at } }))
