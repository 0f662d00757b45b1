import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Currency } from '#shared/kernel/fields.ts'
import { regulators } from '#shared/school/regulator.rules.ts'
import { FeeComponent } from './fee-component.contract.ts'
import { FeeDiscountRule } from './fee-discount.contract.ts'
import { FeePlan } from './fee-plan.contract.ts'
import { FeeSchedule } from './fee-schedule.contract.ts'
import { FeeSettings } from './fee-settings.contract.ts'

/** Everything that a school has set for its fees. */
export const FeeSetup = z.object({
  currency: Currency,
  regulator: z.enum(regulators),
  /** First calendar year of the school year now. */
  year: z.int(),
  components: z.array(FeeComponent),
  plans: z.array(FeePlan),
  schedules: z.array(FeeSchedule),
  discountRules: z.array(FeeDiscountRule),
  settings: FeeSettings,
})
export type FeeSetup = z.infer<typeof FeeSetup>

/** Returns what a school has set, retired parts and former versions too. @throws AppError access.denied */
export const readFeeSetup = endpoint({
  method: 'get',
  path: '/fees/setup',
  audience: 'session',
  body: Nothing,
  reply: FeeSetup,
})
