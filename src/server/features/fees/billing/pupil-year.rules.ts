import type { FeePack } from '#shared/fees/regulator/fee-pack.types.ts'
import { monthsTaken, schoolMonthOf } from '#shared/fees/plans/school-month.rules.ts'
import type { YearLine, YearPart } from '#shared/fees/year-line.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeeLine, FeeTerms } from '../setup/fee-terms.service.ts'

/** What decides from when a child is billed. */
interface Joining {
  terms: FeeTerms
  yearStartsOn: Day
  /** Day on which a new child joined, as far as it is known; null for one that was there before. */
  joinedOn: Day | null
  /** Whether tuition of the year is billed already. */
  isBilled: boolean
}

/**
 * Returns the day from which a child is billed, as somebody decided it; null for the whole year, and `joined-late` where a person has
 * to decide: the day on which an account was opened may be long after the first day in class.
 */
export function billedFrom({ terms, yearStartsOn, joinedOn, isBilled }: Joining): { from: Day | null } | 'joined-late' {
  const from = terms.firstOn ?? joinedOn
  if (from === null || schoolMonthOf(from, yearStartsOn) === 0) return { from: null }
  if (terms.firstOn !== undefined) return { from }
  return isBilled ? { from: null } : 'joined-late'
}

const later = (a: Day, b: Day | null | undefined): Day => (b && b > a ? b : a)

/** Returns the parts of a child's plan; none is due before the child is billed. */
export const partsFrom = ({ plan }: FeeTerms, from: Day | null): YearPart[] =>
  plan.parts.map(({ dueOn, share }, at) => ({ part: at + 1, dueOn: later(dueOn, from), share }))

/** Returns what the seat money of a child is: taken off tuition where the regulator says so. */
const seatOf = ({ kind, capsAsTuition }: FeeLine, pack: FeePack | undefined, isNew: boolean): YearLine['seat'] => {
  const rule = isNew ? pack?.newSeat : pack?.returningSeat
  if (!rule?.offTuition) return undefined
  if (kind === 'registration') return 'money'
  return capsAsTuition ? 'lowered' : undefined
}

interface PupilYear {
  lines: YearLine[]
  /** First day on which an optional component is taken, by component: nothing of it is due before. */
  takenFrom: ReadonlyMap<string, Day>
}

/** Returns the lines of a child's year: of optional components those that it takes, each with the months that are charged. */
export function yearOf(terms: FeeTerms, pack: FeePack | undefined, yearStartsOn: Day, from: Day | null): PupilYear {
  const lines: YearLine[] = []
  const takenFrom = new Map<string, Day>()
  const enrolled = from === null ? undefined : monthsTaken([{ fromOn: from, untilOn: null }], yearStartsOn)
  for (const line of terms.lines) {
    const { component, amount, isDiscountable, billing, isOptional } = line
    const periods = terms.options.filter((option) => option.component === component)
    const taken = isOptional ? monthsTaken(periods, yearStartsOn) : undefined
    if (taken?.every((isTaken) => !isTaken)) continue
    const first = taken && periods.find(({ untilOn }) => untilOn === null || yearStartsOn <= untilOn)
    if (first) takenFrom.set(component, first.fromOn)
    // What is charged whole is so for who joins late too.
    const joined = billing === 'plan' ? enrolled : undefined
    const months = joined && taken ? taken.map((isTaken, at) => isTaken && joined[at] === true) : (taken ?? joined)
    const seat = seatOf(line, pack, terms.placement.isNew)
    lines.push({ component, amount, isDiscountable, billing, ...(months && { months }), seat })
  }
  return { lines, takenFrom }
}

/** Returns the day on which a charge is due: not before its component is taken. */
export const dueFrom = (dueOn: Day, takenFrom: Day | undefined): Day => later(dueOn, takenFrom)
