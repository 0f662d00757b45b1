import type { Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { DroppedCart } from '#shared/pos/carts/dropped-cart.contract.ts'
import { droppedCarts, removedLines } from '../removed-lines.table.ts'
import { finish, flagsOf } from '../shifts/shift-effects.ts'
import type { TillContext } from './till-context.ts'

/** Enters a cart that was begun and never paid, once. It moves nothing. */
export async function dropCart(tx: Tx, ctx: TillContext, op: IngestedOp<DroppedCart>): Promise<Effect> {
  const { removed, ...cart } = op.body
  const { schoolId, nowMs } = ctx
  const flags = await flagsOf(tx, ctx, op)
  const receivedAt = toInstant(nowMs)
  const { id, shiftId } = cart
  const written = await tx
    .insert(droppedCarts)
    .values({ schoolId, ...cart, receivedAt })
    .onConflictDoNothing()
    .returning({ id: droppedCarts.id })
  if (written.length === 0) flags.add('id-repeated')
  else {
    const rows = removed.map((line, n) => ({ schoolId, sourceId: id, n: n + 1, shiftId, ...line, receivedAt }))
    await tx.insert(removedLines).values(rows).onConflictDoNothing()
  }
  return finish(tx, ctx, op, { subjectId: id, shiftId, flags })
}
