import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Int4, Minor, Revision, Uuid } from '#shared/kernel/fields.ts'
import { FeeAmount, FeeName, FeeYear, Ppm } from './fee-fields.ts'

/** When a part is due: on a day, or some days after the first day of a term (before it where negative). */
export const PartDue = z.union([z.object({ on: Day }), z.object({ term: z.int(), days: z.int() })])
export type PartDue = z.infer<typeof PartDue>

/** One part of a plan: a share in parts per million, or an amount as the school has set it. */
export const PlanPart = z.object({
  label: Bilingual,
  due: PartDue,
  share: z.union([z.object({ ppm: z.int() }), z.object({ amount: Minor })]),
})
export type PlanPart = z.infer<typeof PlanPart>

export const FeePlan = z.object({
  id: Uuid,
  name: Bilingual,
  parts: z.array(PlanPart),
  isRetired: z.boolean(),
  revision: z.int(),
})
export type FeePlan = z.infer<typeof FeePlan>

const PlanPartInput = z.object({
  label: FeeName,
  due: z.union([z.object({ on: DayInput }), z.object({ term: Int4.min(1).max(6), days: Int4.min(-180).max(365) })]),
  share: z.union([z.object({ ppm: Ppm }), z.object({ amount: FeeAmount })]),
})

export const FeePlanInput = FeePlan.omit({ revision: true }).extend({
  name: FeeName,
  parts: z.array(PlanPartInput).min(1).max(12),
})
export type FeePlanInput = z.infer<typeof FeePlanInput>

/**
 * Adds or changes a plan; shares, of what typed amounts leave, add up to 1,000,000.
 * @throws AppError access.denied, fees.changed, fees.plan-sum, fees.plan-order, fees.unlawful with the rule in `field`, fees.in-use
 *   for other parts of a plan that an approved schedule names
 */
export const saveFeePlan = endpoint({
  method: 'post',
  path: '/fees/plan',
  audience: 'session',
  body: z.object({ plan: FeePlanInput, seen: Revision }),
  reply: z.object({ revision: z.int() }),
})

/** Deletes a plan that nothing names. @throws AppError access.denied, fees.in-use, request.not-found */
export const removeFeePlan = endpoint({
  method: 'post',
  path: '/fees/plan_remove',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})

/**
 * Chooses a plan for a child and year; null for the one of its schedule.
 * @throws AppError access.denied, request.not-found, fees.retired, fees.plan-billed
 */
export const chooseFeePlan = endpoint({
  method: 'post',
  path: '/fees/plan_choice',
  audience: 'session',
  body: z.object({ studentId: Uuid, year: FeeYear, planId: Uuid.nullable() }),
  reply: Nothing,
})
