// chunk: students
import { z } from 'zod'
import { Instant, Minor } from '#shared/kernel/fields.ts'

/** How far a student is towards an offer. `isNeeded`: the school's rules hold up an offer until it is done. */
export const Readiness = z.object({
  documents: z.object({
    isNeeded: z.boolean(),
    total: z.int(),
    done: z.int(),
    /** Sent, and waiting for a review. */
    toReview: z.int(),
    /** The first of those, by its code. */
    next: z.string().nullable(),
  }),
  interview: z.object({
    isNeeded: z.boolean(),
    state: z.enum(['none', 'booked', 'held']),
    /** When it was booked or held; null where there is none. */
    at: Instant.nullable(),
  }),
  /** `none`: no scorecard is set for the grade and year. */
  score: z.object({ isNeeded: z.boolean(), state: z.enum(['none', 'open', 'done']) }),
  fee: z.object({ isNeeded: z.boolean(), paid: Minor }),
  /** `none`: the head need not agree to offers. */
  approval: z.enum(['none', 'open', 'asked']),
  seat: z.object({ state: z.enum(['free', 'held', 'full', 'unknown']), free: z.int().nullable() }),
})
export type Readiness = z.infer<typeof Readiness>
