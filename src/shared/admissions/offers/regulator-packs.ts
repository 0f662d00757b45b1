import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'

/*
 * Regulators' rules on attendance, and on how much money may be taken and when: data by regulator and by the entry
 * year from which it holds. Taken from what newspapers and schools publish, not from the rules themselves: a school
 * reviews them before relying on them. A new year's rules are a new pack here.
 */

/** Working days within which the rejection of a child with support needs must be reported to the regulator. */
interface RefusalNotice {
  readonly workingDays: number
  /** The regulator's own days without work, 0 for Sunday; holidays are those the school records. */
  readonly weekend: readonly number[]
}

/** Limits on how much a school may ask for, and when. Null where the regulator sets none. */
export interface MoneyRules {
  /** Deposit cap as a percentage of a year's tuition; taken once the offer is accepted. */
  readonly depositPercent: number | null
  /** Months before the school year from which a deposit may be taken. */
  readonly depositMonths: number | null
  /** Cap on the application fee, including all assessments. */
  readonly applicationFee: Minor | null
}

interface RegulatorPack extends MoneyRules {
  readonly regulator: Regulator
  /** First entry year to which the pack applies, by its first calendar year. */
  readonly fromYear: number
  /** Null when the regulator requires none. */
  readonly refusalNotice: RefusalNotice | null
}

const packs: readonly RegulatorPack[] = [
  {
    regulator: 'dubai',
    fromYear: 2023,
    depositPercent: 10,
    depositMonths: null,
    applicationFee: minor(50_000),
    refusalNotice: { workingDays: 2, weekend: [6, 0] },
  },
  {
    regulator: 'abu-dhabi',
    fromYear: 2023,
    depositPercent: 5,
    depositMonths: 4,
    applicationFee: null,
    refusalNotice: null,
  },
]

/** Returns the money rules for children who enter in this year; undefined when there are none. */
export const moneyRulesOf = (regulator: Regulator, entryYear: number): MoneyRules | undefined =>
  packOf(regulator, entryYear)

/** Returns the regulator's notice rule for rejections; null when none is required. */
export const refusalNoticeOf = (regulator: Regulator, entryYear: number): RefusalNotice | null =>
  packOf(regulator, entryYear)?.refusalNotice ?? null

const packOf = (regulator: Regulator, entryYear: number): RegulatorPack | undefined =>
  packs
    .filter((pack) => pack.regulator === regulator && pack.fromYear <= entryYear)
    .toSorted((a, b) => b.fromYear - a.fromYear)[0]

interface AttendanceRules {
  readonly needsContract: boolean
  readonly needsRegistration: boolean
}

/** Returns the default attendance rules of a regulator: registration and a signed contract before a child attends. */
export const attendanceRulesOf = (regulator: Regulator): AttendanceRules => {
  const isAsked = regulator === 'dubai'
  return { needsContract: isAsked, needsRegistration: isAsked }
}
