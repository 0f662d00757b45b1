import { monthsAfter } from '#shared/kernel/months.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'
import type { Consequence, FeePack } from './fee-pack.types.ts'
import { feePacks } from './fee-packs.ts'

/** Returns a regulator's rules for the school year that begins in this year; undefined when none are recorded. */
export const feePackOf = (regulator: Regulator, year: number): FeePack | undefined =>
  feePacks
    .filter((pack) => pack.regulator === regulator && pack.fromYear <= year)
    .toSorted((a, b) => b.fromYear - a.fromYear)[0]

/** Limits on what an offer may ask for, and when. Null where the regulator sets none. */
export interface MoneyRules {
  /** Deposit cap as a percentage of a year's tuition; taken once the offer is accepted. */
  readonly depositPercent: number | null
  /** Months before the school year from which a deposit may be taken. */
  readonly depositMonths: number | null
  /** Cap on the application fee, including all assessments. */
  readonly applicationFee: Minor | null
}

/** Returns the limits for offers to children who enter in this year; undefined when there are none. */
export function moneyRulesOf(regulator: Regulator, entryYear: number): MoneyRules | undefined {
  const pack = feePackOf(regulator, entryYear)
  return (
    pack && {
      depositPercent: pack.newSeat?.percent ?? null,
      depositMonths: pack.newSeat?.monthsBefore ?? null,
      applicationFee: pack.application?.cap ?? null,
    }
  )
}

export interface OfferedConsequence {
  readonly consequence: Consequence
  readonly maxDays: number | null
  /** Written notices still missing before it is allowed; 0 when it is. */
  readonly noticesMissing: number
  /** First day on which it, or the next notice, is allowed; null when nothing was sent that it must wait for. */
  readonly from: Day | null
}

/**
 * Returns the consequences that the pack allows, each with the notices it still needs. Notices closer together than the rule asks
 * count once, and none within the pack's months of grace, in which a new schedule is all that is offered. Without a pack only that is.
 * @param dueOn day on which the oldest open item was due; null where none is
 */
export function offeredConsequences(
  pack: FeePack | undefined,
  noticesOn: readonly Day[],
  dueOn: Day | null = null,
): OfferedConsequence[] {
  const graceEnds = pack && pack.graceMonths > 0 && dueOn !== null ? monthsAfter(dueOn, pack.graceMonths) : null
  const inTime = graceEnds === null ? noticesOn : noticesOn.filter((day) => day >= graceEnds)
  const rules = pack?.consequences ?? [
    { consequence: 'reschedule' as const, notices: 0, daysBetween: 0, maxDays: null },
  ]
  return rules.map(({ consequence, notices, daysBetween, maxDays }) => {
    const counted = countedNotices(inTime, daysBetween)
    const last = counted[Math.min(counted.length, notices) - 1]
    const noticesMissing = Math.max(0, notices - counted.length)
    const from = last === undefined ? null : dayAfter(last, daysBetween)
    return { consequence, maxDays, noticesMissing, from: from ?? (consequence === 'reschedule' ? null : graceEnds) }
  })
}

function countedNotices(noticesOn: readonly Day[], daysBetween: number): Day[] {
  const counted: Day[] = []
  for (const day of noticesOn.toSorted()) {
    const last = counted.at(-1)
    if (last === undefined || day >= dayAfter(last, daysBetween)) counted.push(day)
  }
  return counted
}

/** Returns whether a consequence may be applied on a day. */
export const isConsequenceAllowed = (
  pack: FeePack | undefined,
  consequence: Consequence,
  { noticesOn, today, dueOn = null }: { noticesOn: readonly Day[]; today: Day; dueOn?: Day | null },
): boolean =>
  offeredConsequences(pack, noticesOn, dueOn).some(
    (offered) =>
      offered.consequence === consequence &&
      offered.noticesMissing === 0 &&
      (offered.from === null || offered.from <= today),
  )
