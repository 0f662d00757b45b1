import { z } from 'zod'
import { Minor } from '#shared/kernel/fields.ts'

/** More than anybody puts on an account, in any currency. */
const maxTopUpLimit = 1_000_000_000
const Amount = Minor.refine((amount) => amount > 0 && amount <= maxTopUpLimit).nullable()

/** What a school bounds of top-ups: the smallest and largest one, and the largest balance of an account; null for none. */
export const TopUpLimits = z.object({ least: Amount, most: Amount, balance: Amount })
export type TopUpLimits = z.infer<typeof TopUpLimits>

/** The same as it is saved: bounds that leave an amount between them. */
export const TopUpLimitsInput = TopUpLimits.refine(({ least, most }) => (least ?? 0) <= (most ?? maxTopUpLimit), {
  path: ['most'],
}).refine(({ least, balance }) => (least ?? 0) <= (balance ?? maxTopUpLimit), { path: ['balance'] })
