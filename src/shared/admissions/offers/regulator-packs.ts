import type { Regulator } from '#shared/school/regulator.rules.ts'

/*
 * Regulators' rules on attendance and on notices of rejection: data by regulator and by the entry year from which it holds. Taken from
 * what newspapers and schools publish, not from the rules themselves: a school reviews them before relying on them. A new year's rules
 * are a new pack here. The rules on money are in shared/fees/regulator.
 */

/** Working days within which the rejection of a child with support needs must be reported to the regulator. */
interface RefusalNotice {
  readonly workingDays: number
  /** The regulator's own days without work, 0 for Sunday; holidays are those the school records. */
  readonly weekend: readonly number[]
}

interface RegulatorPack {
  readonly regulator: Regulator
  /** First entry year to which the pack applies, by its first calendar year. */
  readonly fromYear: number
  readonly refusalNotice: RefusalNotice
}

const packs: readonly RegulatorPack[] = [
  { regulator: 'dubai', fromYear: 2023, refusalNotice: { workingDays: 2, weekend: [6, 0] } },
]

/** Returns the regulator's notice rule for rejections; null when none is required. */
export const refusalNoticeOf = (regulator: Regulator, entryYear: number): RefusalNotice | null =>
  packs
    .filter((pack) => pack.regulator === regulator && pack.fromYear <= entryYear)
    .toSorted((a, b) => b.fromYear - a.fromYear)[0]?.refusalNotice ?? null

interface AttendanceRules {
  readonly needsContract: boolean
  readonly needsRegistration: boolean
}

/** Returns the default attendance rules of a regulator: registration and a signed contract before a child attends. */
export const attendanceRulesOf = (regulator: Regulator): AttendanceRules => {
  const isAsked = regulator === 'dubai'
  return { needsContract: isAsked, needsRegistration: isAsked }
}
