import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Instant, Minor, Revision, UserId, Uuid } from '#shared/kernel/fields.ts'
import { ComponentCode, FeeAmount, FeeYear, GradeCode, PlaceCode } from './fee-fields.ts'

/** Yearly amount of a component before discounts and tax. */
export const ScheduleLine = z.object({
  component: z.string(),
  amount: Minor,
  /** What the regulator has approved; null where nothing was. */
  approvedAmount: Minor.nullable(),
  /** Day on which the regulator approved or registered it; absent where nobody entered it. */
  approvedOn: Day.optional(),
})
export type ScheduleLine = z.infer<typeof ScheduleLine>

export const schedulePupils = ['all', 'new', 'returning'] as const

export const FeeSchedule = z.object({
  id: Uuid,
  /** Shared by the versions of one schedule. */
  seriesId: Uuid,
  version: z.int(),
  year: z.int(),
  /** Empty for all. */
  campus: z.string(),
  stream: z.string(),
  grades: z.array(z.string()),
  pupils: z.enum(schedulePupils),
  /** Reference of the regulator's approval; empty without one. */
  approvalRef: z.string(),
  lines: z.array(ScheduleLine),
  planId: Uuid,
  state: z.enum(['draft', 'approved']),
  /** True once a later version of it is approved. */
  isReplaced: z.boolean(),
  revision: z.int(),
  byUser: UserId,
  at: Instant,
  approvedBy: UserId.nullable(),
  approvedAt: Instant.nullable(),
})
export type FeeSchedule = z.infer<typeof FeeSchedule>

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

export const FeeScheduleInput = z.object({
  id: Uuid,
  seriesId: Uuid,
  year: FeeYear,
  campus: PlaceCode,
  stream: PlaceCode,
  grades: z.array(GradeCode).min(1).max(30).refine(isDistinct),
  pupils: z.enum(schedulePupils),
  approvalRef: z.string().trim().max(80),
  lines: z
    .array(
      z.object({
        component: ComponentCode,
        amount: FeeAmount,
        approvedAmount: FeeAmount.nullable().default(null),
        approvedOn: DayInput.optional(),
      }),
    )
    .min(1)
    .max(40)
    .refine((lines) => isDistinct(lines.map(({ component }) => component))),
  planId: Uuid,
})
export type FeeScheduleInput = z.infer<typeof FeeScheduleInput>

/**
 * Adds or changes a draft; `seen` is its revision, 0 for a new one. A new draft with the series of an approved schedule is its
 * next version.
 * @throws AppError access.denied, fees.changed, fees.frozen, fees.retired, fees.plan-sum, fees.unlawful with the rule in `field`,
 *   request.not-found
 */
export const saveFeeSchedule = endpoint({
  method: 'post',
  path: '/fees/schedule',
  audience: 'session',
  body: z.object({ schedule: FeeScheduleInput, seen: Revision }),
  reply: z.object({ revision: z.int(), version: z.int() }),
})

/** Deletes a draft. @throws AppError access.denied, fees.frozen, request.not-found */
export const removeFeeSchedule = endpoint({
  method: 'post',
  path: '/fees/schedule_remove',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})

/**
 * Approves a draft as it was seen; from then on it is never changed.
 * @throws AppError access.denied, fees.changed, student.needs-another for the person who changed it last, fees.overlap, fees.plan-sum,
 *   fees.unlawful with the rule in `field`, request.not-found
 */
export const approveFeeSchedule = endpoint({
  method: 'post',
  path: '/fees/schedule_approve',
  audience: 'session',
  body: z.object({ id: Uuid, seen: Revision }),
  reply: Nothing,
})
