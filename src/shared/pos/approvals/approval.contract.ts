// chunk: till-calls
import { z } from 'zod'
import { Instant, UserId, Uuid } from '#shared/kernel/fields.ts'

/** Acts at a till that may need another person's approval. Stored permanently. */
export const ApprovedAct = z.enum([
  'refund',
  'void',
  'exchange',
  'refund-without-receipt',
  'line-discount',
  'discount',
  'price',
  'allergen',
  'name-only',
  'no-sale',
  'paid-out',
  'drop',
  'top-up',
])
export type ApprovedAct = z.infer<typeof ApprovedAct>

/** Another person's approval of one act, for exactly what was shown to them. It serves once. */
export const Approval = z.object({
  id: Uuid,
  act: ApprovedAct,
  /** SHA-256, hex, of what was shown (`approvalHash`). */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  by: UserId,
  proof: z.enum(['pin', 'password']),
  at: Instant,
})
export type Approval = z.infer<typeof Approval>
