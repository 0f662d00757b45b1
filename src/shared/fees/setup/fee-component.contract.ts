import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Int4, Revision } from '#shared/kernel/fields.ts'
import { billingModes, componentKinds, feeTaxCodes, refundRules } from './fee-component.rules.ts'
import { ComponentCode, FeeName, Ppm } from './fee-fields.ts'

/** What a school charges for, as it is read. */
export const FeeComponent = z.object({
  code: z.string(),
  name: Bilingual,
  kind: z.enum(componentKinds),
  taxCode: z.enum(feeTaxCodes),
  /** On top of the amount; 0 unless the tax code is `standard`. */
  taxPpm: z.int(),
  /** Whether the state bears the tax for citizens who pay themselves. */
  stateBears: z.boolean(),
  /** School's own revenue account for exports; empty for the one of the settings. */
  account: z.string(),
  isDeferred: z.boolean(),
  isDiscountable: z.boolean(),
  capsAsTuition: z.boolean(),
  refundRule: z.enum(refundRules),
  billing: z.enum(billingModes),
  /** The smallest is paid first among items due on one day. */
  priority: z.int(),
  isRetired: z.boolean(),
  /** Whether only children who take it are billed for it. */
  isOptional: z.boolean(),
  revision: z.int(),
})
export type FeeComponent = z.infer<typeof FeeComponent>

/** Account number of the school's own chart of accounts. */
export const AccountCode = z.string().trim().max(30)

export const FeeComponentInput = FeeComponent.omit({ revision: true }).extend({
  code: ComponentCode,
  name: FeeName,
  taxPpm: Ppm,
  account: AccountCode,
  priority: Int4.min(0).max(999),
  isOptional: z.boolean().default(false),
})
export type FeeComponentInput = z.infer<typeof FeeComponentInput>

/**
 * Adds or changes a component; `seen` is the revision it was changed from, 0 for a new one. The same again changes nothing.
 * @throws AppError access.denied, fees.changed, fees.code-taken, request.invalid for a rate with a tax code that has none
 */
export const saveFeeComponent = endpoint({
  method: 'post',
  path: '/fees/component',
  audience: 'session',
  body: z.object({ component: FeeComponentInput, seen: Revision }),
  reply: z.object({ revision: z.int() }),
})

/** Deletes a component that nothing names. @throws AppError access.denied, fees.in-use, request.not-found */
export const removeFeeComponent = endpoint({
  method: 'post',
  path: '/fees/component_remove',
  audience: 'session',
  body: z.object({ componentCode: ComponentCode }),
  reply: Nothing,
})
