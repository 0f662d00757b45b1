// chunk: till-calls
import { z } from 'zod'
import { Currency, CustomerId, Day, Instant, Minor, OpId, ShiftId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { maxTopUp } from './top-up.rules.ts'

/** Cash taken at a till for an account: it is in the drawer, so it is never refused. Its receipt is one of the till's series. */
export const TopUp = z.object({
  id: Uuid,
  shiftId: ShiftId,
  receiptNo: z.string().max(40),
  receiptSeq: z.int().min(1),
  currency: Currency,
  businessDay: Day,
  customerId: CustomerId,
  amount: Minor.refine((amount) => amount > 0 && amount <= maxTopUp),
  by: UserId,
  at: Instant,
  /** The operation that never reached the server, in whose place this one was entered. */
  corrects: OpId.optional(),
})
export type TopUp = z.infer<typeof TopUp>
