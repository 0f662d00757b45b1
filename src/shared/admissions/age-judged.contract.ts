import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Day, Instant, UserId } from '#shared/kernel/fields.ts'

/** By which of the school's rules a child is too young or too old for its grade; there is none for a child who is neither. */
export const AgeJudged = z.object({
  kind: z.enum(['too-young', 'too-old']),
  /** Whole years on the cut-off day. */
  age: z.int(),
  ageAsked: z.int(),
  cutOff: Day,
  source: z.enum(['regulator', 'school']),
  /** Who takes the child all the same, and why. */
  override: z.object({ by: z.object({ userId: UserId, name: Bilingual }), at: Instant, reason: z.string() }).nullable(),
})
