import { z } from 'zod'
import { Day, Minor } from '#shared/kernel/fields.ts'

/** What the school pays of a pupil's purchases on one day: an amount, on some days of the week, in some stretch of time. */
export const Entitlement = z.object({
  /** Minor units for each business day; what is left of it in the evening is gone. */
  amount: Minor,
  /** 0 for Sunday. */
  weekdays: z.array(z.int().min(0).max(6)),
  from: Day,
  /** The last day; null for no end. */
  until: Day.nullable(),
})
export type Entitlement = z.infer<typeof Entitlement>
