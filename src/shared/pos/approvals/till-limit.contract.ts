// chunk: till-calls
import { z } from 'zod'

/** Acts at a till that have limits. Stored permanently. */
export const LimitedAct = z.enum([
  'void',
  /** A void more than three minutes after the sale. */
  'void-late',
  'refund-cash',
  'refund-account',
  /** Money that a card paid and that goes to an account. */
  'refund-card-to-account',
  'refund-without-receipt',
  /** On a line or on the whole receipt. */
  'discount',
  'price',
  'allergen',
  'no-sale',
  'paid-out',
  'drop',
  /** An account that pays without a card, a PIN or a face. */
  'name-only',
  'top-up',
])
export type LimitedAct = z.infer<typeof LimitedAct>

/** Largest bound: more than any drawer holds, in any currency. */
export const maxLimit = 1_000_000_000
const Bound = z.int().min(0).max(maxLimit).nullable()

/**
 * Most that an act may come to without approval. `each` bounds one act, `shift` all acts of a shift together; null is without a bound.
 * Minor units, pieces or parts per million (`limitUnits`). `subject` is a role of `limitRoles`, a user id or a till id.
 */
export const TillLimit = z.object({
  kind: z.enum(['role', 'person', 'device']),
  subject: z.string().max(40),
  act: LimitedAct,
  isForbidden: z.boolean(),
  each: Bound,
  shift: Bound,
  /** What counts without contact: the same bounds, half of them, an approval for each act, or nothing. */
  offline: z.enum(['same', 'half', 'approval', 'forbidden']),
})
export type TillLimit = z.infer<typeof TillLimit>
