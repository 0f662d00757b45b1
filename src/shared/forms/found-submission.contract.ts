import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'
import { Instant, Uuid } from '#shared/kernel/fields.ts'

/** What was handed in, by the person who wrote it: a parent, a guardian, an applicant. */
export const FoundSubmission = z.object({
  id: Uuid,
  reference: z.string(),
  form: Bilingual,
  contact: z.string(),
  subjects: z.array(z.string()),
  receivedAt: Instant,
  /** What was handed in is worked on at another page than other forms. */
  isEnquiry: z.boolean().default(false),
})
export type FoundSubmission = z.infer<typeof FoundSubmission>
