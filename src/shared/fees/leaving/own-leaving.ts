import { z } from 'zod'
import { Int4 } from '#shared/kernel/fields.ts'
import type { LeavingRule } from '../regulator/fee-pack.types.ts'

/** What is kept: so many tenths of the year, a percentage of the term, or one of the words. */
export const LeavingKeep = z.union([
  z.object({ months: Int4.min(1).max(10) }),
  z.object({ percent: Int4.min(0).max(100) }),
  z.enum(['term', 'seat', 'nothing']),
])

/**
 * A school's own rule, for places whose regulator has none: what is kept before the term begins, then until and including a day of
 * the term, the last step for all later days.
 */
export const OwnLeaving = z.object({
  beforeStart: LeavingKeep,
  steps: z
    .array(z.object({ untilDay: Int4.min(1).max(366).nullable(), keep: LeavingKeep }))
    .min(1)
    .max(8)
    .refine((steps) =>
      steps.every(({ untilDay }, at) =>
        at === steps.length - 1 ? untilDay === null : untilDay !== null && untilDay > (steps[at - 1]?.untilDay ?? 0),
      ),
    ),
})
export type OwnLeaving = z.infer<typeof OwnLeaving>

/** Returns a school's own rule as the calculator reads it. Books go by the rule of their component. */
export const ownLeavingRule = ({ beforeStart, steps }: OwnLeaving): LeavingRule => ({
  fullRefundNoticeDays: null,
  beforeStart,
  steps: steps.map(({ untilDay, keep }) => ({ until: untilDay === null ? null : { days: untilDay }, keep })),
  books: 'never',
  seatBackFor: [],
})
