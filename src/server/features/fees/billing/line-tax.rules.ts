import { saudiTax } from '#shared/fees/tax/saudi-tax.rules.ts'
import type { FeeLine } from '../setup/fee-terms.service.ts'
import type { FeePayerRow } from '../setup/payer.service.ts'

/** How a tax code of a component is printed. */
export const treatments = { standard: 'standard', zero: 'zero', exempt: 'exempt', none: 'outside' } as const

/** Returns how a line is taxed for a payer; a fault where the state bears the tax of a citizen without a national id. */
export function taxOf(line: FeeLine, payer: FeePayerRow | undefined) {
  if (!line.stateBears) return { taxPpm: line.taxPpm, treatment: treatments[line.taxCode] }
  return saudiTax({
    isEducation: true,
    payer: payer?.kind ?? 'person',
    isCitizen: payer?.isCitizen ?? false,
    nationalId: payer?.nationalId ?? null,
    contact: payer?.phone ?? payer?.email ?? null,
  })
}
