// chunk: till-calls
import { z } from 'zod'
import { Instant, SaleId, ShiftId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { RemovedLine } from '../sale.contract.ts'

/** A cart that was begun and never paid. One that was taken up again after all has a sale of the same id. */
export const DroppedCart = z.object({
  id: Uuid,
  /** Id that its sale would have had. */
  cartId: SaleId,
  shiftId: ShiftId,
  /** `emptied`: cleared, or its lines taken out one by one. `shift-end`: still parked when the shift was closed. */
  cause: z.enum(['emptied', 'shift-end']),
  /** Every line that was in it, with what had been taken out before. */
  removed: z.array(RemovedLine).min(1).max(150),
  begunAt: Instant,
  by: UserId,
  at: Instant,
})
export type DroppedCart = z.infer<typeof DroppedCart>
