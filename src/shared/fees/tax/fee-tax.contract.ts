import { z } from 'zod'
import { Minor } from '#shared/kernel/fields.ts'
import { taxIncludedIn } from '#shared/kernel/money.ts'
import { feeTaxCodes } from '../setup/fee-component.rules.ts'
import { Ppm } from '../setup/fee-fields.ts'

/** Tax code of an amount that is paid with its tax; the rate in parts per million, 0 unless the code is `standard`. */
export const FeeTax = z.object({ taxCode: z.enum(feeTaxCodes), taxPpm: z.int() })
export type FeeTax = z.infer<typeof FeeTax>

/** As callers send it: a rate above 0 with the code `standard` alone. */
export const FeeTaxInput = FeeTax.extend({ taxPpm: Ppm }).refine(
  ({ taxCode, taxPpm }) => (taxCode === 'standard') === taxPpm > 0,
  { path: ['taxPpm'] },
)

/** Tax that an amount contains, as it was when the amount came. */
export const IncludedTax = FeeTax.extend({ tax: Minor })
export type IncludedTax = z.infer<typeof IncludedTax>

/** Returns the tax that an amount contains, rounded half away from zero; null without a tax code. @param amount minor units */
export const includedTax = (of: FeeTax | null, amount: number): IncludedTax | null =>
  of && { taxCode: of.taxCode, taxPpm: of.taxPpm, tax: taxIncludedIn(amount, of.taxPpm) }
