import { z } from 'zod'
import { InstantInput } from '#shared/kernel/fields.ts'
import { FeePayment, ProvisionalNumber } from './fee-payment.contract.ts'

/** Cash for fees as a desk took it, with or without a network: version 2 of the operation `cash.take`. Sent as the payment it is. */
export const FeeCash = FeePayment.extend({
  paysFor: z.literal('fees'),
  method: z.literal('cash'),
  /** Number of the receipt that the family got at once. */
  provisional: ProvisionalNumber,
  /** By the clock of the device. */
  takenAt: InstantInput,
})
export type FeeCash = z.infer<typeof FeeCash>
