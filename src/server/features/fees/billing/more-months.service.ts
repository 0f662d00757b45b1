import { chargesOfPart, type PartCharge } from '#shared/fees/billing.rules.ts'
import { monthBits, monthsBeside } from '#shared/fees/plans/school-month.rules.ts'
import type { YearLine, YearPart } from '#shared/fees/year-line.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeeTerms } from '../setup/fee-terms.service.ts'
import { type BatchFacts, discountsOf, payersOf } from './billing-year.service.ts'
import { type ChargedParts, partKey } from './charged-parts.service.ts'

/** Charge with the months of the year that it is for, as bits; none where it is for the whole year. */
export type MonthsCharge = PartCharge & { months?: number }

interface Asked {
  studentId: string
  terms: FeeTerms
  facts: BatchFacts
  charged: ChargedParts
  today: Day
}

/**
 * Returns what months of optional components come to that lie in a part that stands billed without them: the child takes them longer,
 * or again. Percentages of discounts count; an amount was given with the part. Charges from before the months were kept get nothing.
 */
export function moreMonths(
  { studentId, terms, facts, charged, today }: Asked,
  { lines, parts }: { lines: readonly YearLine[]; parts: readonly YearPart[] },
  part: YearPart,
): MonthsCharge[] {
  const optional = new Set(terms.lines.filter(({ isOptional }) => isOptional).map(({ component }) => component))
  return lines.flatMap((line): MonthsCharge[] => {
    const known = charged.get(partKey(line.component, part.part))
    if (!known?.stands || known.months === null || !line.months || line.billing !== 'plan') return []
    if (!optional.has(line.component)) return []
    const months = monthsBeside(line.months, known.months)
    const discounts = discountsOf(terms, facts, studentId)
    const year = {
      lines: [{ ...line, months }],
      parts,
      discountsOn: (day: Day) => discounts(day).filter(({ value }) => 'ppm' in value),
      payersOn: payersOf(terms, facts),
    }
    const dueOn = part.dueOn > today ? part.dueOn : today
    return chargesOfPart(year, part).map((charge) => ({ ...charge, dueOn, months: monthBits(months) }))
  })
}
