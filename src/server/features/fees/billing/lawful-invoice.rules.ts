import { chargesOfPart, type PartCharge } from '#shared/fees/billing.rules.ts'
import type { FeePack, SchoolKind } from '#shared/fees/regulator/fee-pack.types.ts'
import { type InvoiceFault, invoiceFault } from '#shared/fees/regulator/invoice-fault.rules.ts'
import type { YearPart } from '#shared/fees/year-line.rules.ts'
import { sum } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeeTerms } from '../setup/fee-terms.service.ts'

interface Asked {
  terms: FeeTerms
  pack: FeePack | undefined
  yearStartsOn: Day
  schoolTerms: readonly { readonly startsOn: Day }[]
  schoolKind?: SchoolKind
}

/** Returns the regulator's rule that the parts of a child's tuition would break. */
export function partsFault(
  { terms, pack, yearStartsOn, schoolTerms }: Asked,
  parts: readonly YearPart[],
): InvoiceFault | undefined {
  const lines = terms.lines.filter(({ capsAsTuition, billing }) => capsAsTuition && billing === 'plan')
  const annualTuition = sum(lines.map(({ amount }) => amount))
  if (annualTuition === 0) return undefined
  const one = [{ component: '', amount: annualTuition, isDiscountable: false, billing: 'plan' as const }]
  const payersOn = () => [{ payerId: '', ppm: 1_000_000, isCompany: false }]
  const year = { lines: one, parts, discountsOn: () => [], payersOn }
  const asked = parts.map((part) => ({ amount: chargesOfPart(year, part)[0]?.gross ?? 0, dueOn: part.dueOn }))
  return invoiceFault(pack, { kind: 'parts', annualTuition, yearStartsOn, parts: asked, terms: schoolTerms })
}

/** Returns the regulator's rule that seat money would break if it were asked today. */
export function seatFault(
  { terms, pack, yearStartsOn, schoolKind }: Omit<Asked, 'schoolTerms'>,
  charges: readonly PartCharge[],
  { today, breakEndsOn }: { today: Day; breakEndsOn: Day | null },
): InvoiceFault | undefined {
  const annualTuition = sum(terms.lines.filter(({ capsAsTuition }) => capsAsTuition).map(({ amount }) => amount))
  const pupil = terms.placement.isNew ? ('new' as const) : ('returning' as const)
  for (const { component, amount, kind } of terms.lines) {
    const mine = charges.filter((charge) => charge.component === component)
    if (kind !== 'registration' || mine.length === 0) continue
    // An invoice asks on its own day; nobody is asked for a day that has passed.
    const on = [today, ...mine.map(({ dueOn }) => dueOn)].toSorted()[0] ?? today
    const of = { kind: 'seat', pupil, amount, annualTuition, on, yearStartsOn, breakEndsOn, schoolKind } as const
    const fault = invoiceFault(pack, of)
    if (fault) return fault
  }
  return undefined
}
