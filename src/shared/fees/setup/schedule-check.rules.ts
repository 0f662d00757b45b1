import { type Minor, sum } from '#shared/kernel/money.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import { type PlanFault, planAmounts } from '../plans/plan.rules.ts'
import type { SchoolKind } from '../regulator/fee-pack.types.ts'
import { feePackOf } from '../regulator/fee-packs.rules.ts'
import { type InvoiceFault, invoiceFault } from '../regulator/invoice-fault.rules.ts'
import { dueDay } from './due-day.rules.ts'
import type { BillingMode, ComponentKind } from './fee-component.rules.ts'

interface Component {
  readonly kind: ComponentKind
  readonly billing: BillingMode
  readonly capsAsTuition: boolean
}

interface Line {
  readonly component: string
  readonly amount: Minor
  readonly approvedAmount: Minor | null
}

interface Part {
  readonly due: { readonly on: Day } | { readonly term: number; readonly days: number }
  readonly share: { readonly ppm: number } | { readonly amount: number }
}

interface Schedule {
  readonly year: number
  readonly pupils: 'all' | 'new' | 'returning'
  readonly lines: readonly Line[]
}

/** A school as far as its regulator's rules depend on it. */
export interface FeeSchool {
  readonly regulator: Regulator
  readonly schoolKind?: SchoolKind
  /** First day of the school year of the schedule; null where the school has not set it. */
  readonly yearStartsOn: Day | null
  readonly terms: readonly { readonly startsOn: Day }[]
}

/** Why a schedule can't be billed: its plan does not fit, or the regulator forbids it. */
export type ScheduleFault =
  | { readonly of: 'plan'; readonly fault: PlanFault['fault'] }
  | { readonly of: 'regulator'; readonly fault: InvoiceFault; readonly component: string | null }

/** Returns the sum of the lines that the plan divides. */
export const dividedTotal = (lines: readonly Line[], components: ReadonlyMap<string, Component>): Minor =>
  sum(lines.filter(({ component }) => components.get(component)?.billing === 'plan').map(({ amount }) => amount))

const shareOf = ({ share }: Part) => share

/**
 * Checks a schedule with its plan: typed amounts add up to the fees, and the regulator of the school allows parts and amounts. Days on
 * which seat money is asked are checked when it is.
 * @returns the first fault; undefined for none
 */
export function scheduleFault(
  schedule: Schedule,
  parts: readonly Part[],
  components: ReadonlyMap<string, Component>,
  school: FeeSchool,
): ScheduleFault | undefined {
  const divided = planAmounts(dividedTotal(schedule.lines, components), parts.map(shareOf))
  if ('fault' in divided) return { of: 'plan', fault: divided.fault }
  const pack = feePackOf(school.regulator, schedule.year)
  for (const { component, amount, approvedAmount } of schedule.lines) {
    const fault = invoiceFault(pack, { kind: 'fee', component, amount, approved: approvedAmount })
    if (fault) return { of: 'regulator', fault, component }
  }
  const caps = capsFault(schedule, components, school)
  if (caps) return caps
  const fault = partsFault(schedule, parts, components, school)
  return fault && { of: 'regulator', fault, component: null }
}

const tuitionOf = ({ lines }: Schedule, components: ReadonlyMap<string, Component>): readonly Line[] =>
  lines.filter(({ component }) => components.get(component)?.capsAsTuition)

const startOf = ({ year }: Schedule, { yearStartsOn }: FeeSchool): Day => yearStartsOn ?? `${year}-09-01`

/** Application fees and seat money by the caps of the regulator. */
function capsFault(
  schedule: Schedule,
  components: ReadonlyMap<string, Component>,
  school: FeeSchool,
): ScheduleFault | undefined {
  const pack = feePackOf(school.regulator, schedule.year)
  const annualTuition = sum(tuitionOf(schedule, components).map(({ amount }) => amount))
  const yearStartsOn = startOf(schedule, school)
  const pupils = schedule.pupils === 'all' ? (['new', 'returning'] as const) : [schedule.pupils]
  for (const { component, amount } of schedule.lines) {
    const kind = components.get(component)?.kind
    const on = yearStartsOn
    const { schoolKind } = school
    const days = { yearStartsOn, on, breakEndsOn: dayAfter(on, -1) }
    const seat = { kind: 'seat', amount, annualTuition, ...days, schoolKind } as const
    const faults =
      kind === 'application'
        ? [invoiceFault(pack, { kind, amount })]
        : kind === 'registration'
          ? pupils.map((pupil) => invoiceFault(pack, { ...seat, pupil }))
          : []
    const fault = faults.find((each) => each !== undefined)
    if (fault) return { of: 'regulator', fault, component }
  }
  return undefined
}

/** The parts of tuition by the rules of the regulator. Without terms of its own a part counts as due when the year starts. */
function partsFault(
  schedule: Schedule,
  parts: readonly Part[],
  components: ReadonlyMap<string, Component>,
  school: FeeSchool,
): InvoiceFault | undefined {
  const divided = tuitionOf(schedule, components).filter(
    ({ component }) => components.get(component)?.billing === 'plan',
  )
  const annualTuition = sum(divided.map(({ amount }) => amount))
  const whole = dividedTotal(schedule.lines, components)
  if (annualTuition === 0) return undefined
  const isTyped = parts.some(({ share }) => 'amount' in share)
  const amounts = planAmounts(isTyped ? whole : annualTuition, parts.map(shareOf))
  if ('fault' in amounts) return undefined
  const yearStartsOn = startOf(schedule, school)
  return invoiceFault(feePackOf(school.regulator, schedule.year), {
    kind: 'parts',
    annualTuition,
    yearStartsOn,
    terms: school.terms,
    parts: parts.map(({ due }, at) => ({
      // Of a typed amount tuition has the share that it has of the whole.
      amount: isTyped
        ? Number((BigInt(amounts.amounts[at] ?? 0) * BigInt(annualTuition)) / BigInt(whole))
        : (amounts.amounts[at] ?? 0),
      dueOn: dueDay(due, school.terms) ?? yearStartsOn,
    })),
  })
}
