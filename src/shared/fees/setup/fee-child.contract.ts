import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, DayInput, Uuid } from '#shared/kernel/fields.ts'
import { ComponentCode, FeeYear } from './fee-fields.ts'

/** When a child takes an optional component. */
export const FeeOption = z.object({
  id: Uuid,
  component: z.string(),
  fromOn: Day,
  /** Last day; null for no end. */
  untilOn: Day.nullable(),
})
export type FeeOption = z.infer<typeof FeeOption>

/** Reads what is chosen for a child and school year. @throws AppError access.denied, request.not-found */
export const feeChildTerms = endpoint({
  method: 'get',
  path: '/fees/child_terms',
  audience: 'session',
  body: z.object({ studentId: Uuid, year: z.coerce.number().pipe(FeeYear) }),
  reply: z.object({
    /** Plan chosen for the child; null for the one of its schedule. */
    planId: Uuid.nullable(),
    /** Day from which it is billed; null where nobody has decided one. */
    firstOn: Day.nullable(),
    /** Of all years, by their first days. */
    options: z.array(FeeOption),
  }),
})
export type FeeChildTerms = z.infer<typeof feeChildTerms.reply>

/**
 * Says from when until when a child takes an optional component; the same id again changes the days. Each month of the year that
 * has begun is a tenth of its amount. What is billed stays.
 * @throws AppError access.denied, request.not-found for the child or component, fees.not-optional, fees.retired,
 *   fees.option-overlap, fees.option-billed for another first day, request.invalid
 */
export const setFeeOption = endpoint({
  method: 'post',
  path: '/fees/option',
  audience: 'session',
  body: z.object({
    id: Uuid,
    studentId: Uuid,
    componentCode: ComponentCode,
    fromOn: DayInput,
    untilOn: DayInput.nullable(),
  }),
  reply: Nothing,
})

/** Takes an option back that was entered by mistake. @throws AppError access.denied, request.not-found, fees.option-billed */
export const removeFeeOption = endpoint({
  method: 'post',
  path: '/fees/option_remove',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})

/**
 * Decides from which day a child is billed in a school year: its fees are owed by month from then on. Null for nothing decided.
 * @throws AppError access.denied, request.not-found for the child, request.invalid (a day outside the year), fees.first-day-billed
 */
export const setFeeFirstDay = endpoint({
  method: 'post',
  path: '/fees/first_day',
  audience: 'session',
  body: z.object({ studentId: Uuid, year: FeeYear, firstOn: DayInput.nullable() }),
  reply: Nothing,
})
