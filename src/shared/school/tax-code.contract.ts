import { z } from 'zod'
import { Bilingual } from '#shared/kernel/endpoint.ts'

/** A rate of tax as the school has set it up. */
export const TaxCode = z.object({
  code: z.string(),
  name: Bilingual,
  /** Parts per million: 5 % is 50,000. */
  ratePpm: z.int().min(0).max(1_000_000),
  /** True when prices already contain the tax. */
  included: z.boolean(),
  /** Names past sales alone: no item takes it any more. */
  isRetired: z.boolean().optional(),
})
export type TaxCode = z.infer<typeof TaxCode>
