import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Day, Instant, UserId } from '#shared/kernel/fields.ts'

/** The school's age rule by which a child is too young or too old for its grade; absent for a child who is neither. */
export const AgeCheckResult = z.object({
  kind: z.enum(['too-young', 'too-old']),
  /** Age in whole years on the cut-off day. */
  age: z.int(),
  ageAsked: z.int(),
  cutOff: Day,
  source: z.enum(['regulator', 'school']),
  /** The colleague who admits the child anyway, with the reason. */
  override: z.object({ by: z.object({ userId: UserId, name: Bilingual }), at: Instant, reason: z.string() }).nullable(),
})
