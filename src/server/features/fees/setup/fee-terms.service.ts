import { readSchool } from '#server/features/school/school.service.ts'
import { type Placement, placementsOf } from '#server/features/students/classes/placement.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { dueDay } from '#shared/fees/setup/due-day.rules.ts'
import type { FeeComponent } from '#shared/fees/setup/fee-component.contract.ts'
import type { PlanPart } from '#shared/fees/setup/fee-plan.contract.ts'
import { chooseSchedule } from '#shared/fees/setup/schedule-choice.rules.ts'
import type { ShareRow } from '#shared/fees/setup/share.rules.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { discountRulesOf, type FeeDiscountRuleRow } from './discount-rule.service.ts'
import { feeComponentsOf } from './fee-component.service.ts'
import { type FeePlanRow, feePlansOf } from './fee-plan.service.ts'
import { type FeeScheduleRow, feeSchedulesOf } from './fee-schedule.service.ts'
import { type FeeGrantRow, grantedTo } from './grant.service.ts'
import { feeOptionsOf, type FeeOptionRow } from './fee-option.service.ts'
import { firstDaysOf } from './first-day.service.ts'
import { ensurePayers } from './guardian-payer.service.ts'
import type { PayerBy } from './payer.service.ts'
import { planChoicesOf } from './plan-chosen.service.ts'
import { sharesOf } from './share.service.ts'

/** Yearly amount of one component for a child, before discounts and tax, with all that decides about it. */
export interface FeeLine extends Omit<FeeComponent, 'code' | 'revision' | 'isRetired'> {
  component: string
  amount: Minor
}

/** A part of the plan with its day. */
export interface FeePart {
  label: PlanPart['label']
  dueOn: Day
  share: PlanPart['share']
}

/** A discount of a child, with the rule by which it is computed. */
export interface FeeGrantTerm {
  grant: FeeGrantRow
  rule: FeeDiscountRuleRow
}

/** What a child owes in a year, before anything is divided or taxed. */
export interface FeeTerms {
  year: number
  placement: Placement
  scheduleId: string
  scheduleVersion: number
  lines: FeeLine[]
  plan: { id: string; parts: FeePart[] }
  /** Granted ones only. Their days are judged when they are billed. */
  grants: FeeGrantTerm[]
  /** Sibling rules; which rank the child has depends on the day. */
  siblingRules: FeeDiscountRuleRow[]
  shares: ShareRow[]
  /** First guardian: pays what no share names. */
  defaultPayerId: string
  /** When the child takes optional components. */
  options: FeeOptionRow[]
  /** Day from which the child is billed in the year, as somebody decided; undefined where nobody has. */
  firstOn: Day | undefined
}

/** Why nothing can be billed for a child, as ids of sentences. */
export type TermsMissing =
  | 'no-student'
  | 'no-grade'
  | 'no-schedule'
  | 'several-schedules'
  | 'no-plan'
  | 'no-term'
  | 'no-payer'

interface Known {
  year: number
  components: Map<string, FeeComponent>
  schedules: FeeScheduleRow[]
  plans: Map<string, FeePlanRow>
  rules: FeeDiscountRuleRow[]
  terms: readonly { startsOn: Day }[]
}

/** Reads what is the same for all children of a school. */
async function readKnown(tx: Tx, schoolId: string, year: number): Promise<Known> {
  const { profile } = await readSchool(tx, schoolId)
  const schoolYear = profile.years?.find(({ startsOn }) => Number(startsOn.slice(0, 4)) === year)
  return {
    year,
    components: new Map((await feeComponentsOf(tx, schoolId)).map((each) => [each.code, each])),
    schedules: await feeSchedulesOf(tx, schoolId, year),
    plans: new Map((await feePlansOf(tx, schoolId)).map((plan) => [plan.id, plan])),
    rules: await discountRulesOf(tx, schoolId),
    terms: schoolYear?.terms ?? [],
  }
}

/**
 * Returns what each child owes in a school year by schedule, plan, grants and shares, or why that can't be said. First guardians
 * become payers by it.
 * @param year first calendar year of the school year
 */
export async function feeTermsOf(
  tx: Tx,
  by: PayerBy,
  studentIds: readonly string[],
  year: number,
): Promise<Map<string, FeeTerms | { missing: TermsMissing }>> {
  const { schoolId } = by
  const known = await readKnown(tx, schoolId, year)
  const placements = await placementsOf(tx, schoolId, studentIds, year)
  const payers = await ensurePayers(tx, by, studentIds)
  const shares = Map.groupBy(await sharesOf(tx, schoolId, studentIds), ({ studentId }) => studentId)
  const choices = await planChoicesOf(tx, schoolId, studentIds, year)
  const options = Map.groupBy(await feeOptionsOf(tx, schoolId, studentIds), ({ studentId }) => studentId)
  const firstDays = await firstDaysOf(tx, schoolId, studentIds, year)
  const grants = Map.groupBy(await grantedTo(tx, schoolId, studentIds), ({ studentId }) => studentId)
  return new Map(
    studentIds.map((id) => {
      const of: OfChild = {
        placement: placements.get(id),
        planId: choices.get(id),
        payer: payers.get(id),
        shares: shares.get(id) ?? [],
        grants: grants.get(id) ?? [],
        options: options.get(id) ?? [],
        firstOn: firstDays.get(id),
      }
      return [id, termsFor(known, of)]
    }),
  )
}

/** Returns what one child owes in a school year, or why that can't be said. */
export async function feeTermsFor(
  tx: Tx,
  by: PayerBy,
  studentId: string,
  year: number,
): Promise<FeeTerms | { missing: TermsMissing }> {
  return (await feeTermsOf(tx, by, [studentId], year)).get(studentId) ?? { missing: 'no-student' }
}

interface OfChild {
  placement: Placement | undefined
  planId: string | undefined
  payer: string | undefined
  shares: ShareRow[]
  grants: FeeGrantRow[]
  options: FeeOptionRow[]
  firstOn: Day | undefined
}

function termsFor(
  known: Known,
  { placement, planId, payer, shares, grants, options, firstOn }: OfChild,
): FeeTerms | { missing: TermsMissing } {
  if (!placement) return { missing: 'no-student' }
  const schedule = chooseSchedule(known.schedules, placement)
  if (typeof schedule === 'string') return { missing: schedule }
  const plan = known.plans.get(planId ?? schedule.planId)
  if (!plan) return { missing: 'no-plan' }
  const parts: FeePart[] = []
  for (const { label, due, share } of plan.parts) {
    const dueOn = dueDay(due, known.terms)
    if (dueOn === undefined) return { missing: 'no-term' }
    parts.push({ label, dueOn, share })
  }
  if (payer === undefined) return { missing: 'no-payer' }
  const rules = new Map(known.rules.map((rule) => [rule.id, rule]))
  return {
    year: known.year,
    placement,
    scheduleId: schedule.id,
    scheduleVersion: schedule.version,
    lines: linesOf(schedule, known.components),
    plan: { id: plan.id, parts },
    grants: grants.flatMap((grant) => {
      const rule = rules.get(grant.ruleId)
      return rule ? [{ grant, rule }] : []
    }),
    siblingRules: known.rules.filter(({ kind, isRetired }) => kind === 'sibling' && !isRetired),
    shares,
    defaultPayerId: payer,
    options,
    firstOn,
  }
}

const linesOf = ({ lines }: FeeScheduleRow, components: Known['components']): FeeLine[] =>
  lines.flatMap(({ component, amount }) => {
    const found = components.get(component)
    if (!found) return []
    const { code: _code, revision: _revision, isRetired: _retired, ...rest } = found
    return [{ component, amount, ...rest }]
  })
