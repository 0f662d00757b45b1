import { z } from 'zod'
import { DayInput } from '#shared/kernel/fields.ts'

/** Ways in which something was paid, or paid back. */
export const PaidWith = z.enum(['cash', 'account', 'card'])
export type PaidWith = z.infer<typeof PaidWith>

/**
 * Which transactions are listed. `day` alone is that business day; with `lastDay` all days from it to that one, and either may be
 * left out. `text` finds the number of a receipt, a pupil by name, number or class, a cashier by name, or an amount as people write it.
 */
export const TransactionFilter = z.object({
  day: DayInput.optional(),
  lastDay: DayInput.optional(),
  till: z.string().max(20).optional(),
  paidWith: PaidWith.optional(),
  text: z.string().max(100).optional(),
})
export type TransactionFilter = z.infer<typeof TransactionFilter>
