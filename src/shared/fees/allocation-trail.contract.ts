import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Minor, Uuid } from '#shared/kernel/fields.ts'
import { allocationReasons } from './allocation.rules.ts'
import { ComponentName, FeeChild } from './fee-values.contract.ts'

/** Sources of allocations: a payment, the child’s seat deposit, a credit note, a write-off. */
export const trailSources = ['payment', 'deposit', 'credit-note', 'write-off'] as const

/** One allocation of a payment or on an item, also one that was taken back since. */
export const AllocationStep = z.object({
  id: Uuid,
  source: z.enum(trailSources),
  /** Number of the receipt or credit note; null where it has none. */
  number: z.string().nullable(),
  child: FeeChild,
  component: ComponentName,
  part: z.int(),
  dueOn: Day,
  /** Below zero where it takes another back. */
  amount: Minor,
  reason: z.enum(allocationReasons),
  at: Instant,
  /** Null where the server did it by itself. */
  by: Colleague.nullable(),
})
export type AllocationStep = z.infer<typeof AllocationStep>

/** Reads every allocation of a payment, or on an item, the earliest first. @throws AppError access.denied, request.not-found */
export const allocationTrail = endpoint({
  method: 'get',
  path: '/fees/allocation_trail',
  audience: 'session',
  body: z.object({ trailOf: z.enum(['payment', 'charge']), trailId: Uuid }),
  reply: z.object({ steps: z.array(AllocationStep) }),
})
