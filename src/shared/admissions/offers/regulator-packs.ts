import { type Minor, minor } from '#shared/kernel/money.ts'
import type { HomeCountry } from '#shared/school/home-country.rules.ts'

/*
 * What a regulator asks of a school before a child may attend, and how much money may be taken and when: data, by regulator and
 * by the year of entry from which it holds. Taken from what newspapers and schools publish of the rules, not from the rules
 * themselves: a school looks them over before it relies on them. A new year's rules are a new pack here.
 */

/** Whose rules a school goes by. `none` is a place whose rules are not kept here: nothing is capped there. */
export const regulators = ['dubai', 'abu-dhabi', 'none'] as const
export type Regulator = (typeof regulators)[number]

/** Within how many working days a regulator is told that a child with support needs was refused. */
interface RefusalNotice {
  readonly workingDays: number
  /** Its own days without work, 0 for Sunday; holidays are those that the school writes down. */
  readonly weekend: readonly number[]
}

/** How much a school may ask for, and when. Null where the regulator says nothing of it. */
export interface MoneyRules {
  /** At most so many per cent of a year's tuition, taken once the offer is accepted. */
  readonly depositPercent: number | null
  /** Not taken earlier than so many months before the school year. */
  readonly depositMonths: number | null
  /** At most, with every assessment in it. */
  readonly applicationFee: Minor | null
}

interface RegulatorPack extends MoneyRules {
  readonly regulator: Regulator
  /** The first year of entry that it holds for, by its first calendar year. */
  readonly fromYear: number
  /** Null where it does not ask. */
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

/** What holds for children who enter in this year; undefined where nothing does. */
export const moneyRulesOf = (regulator: Regulator, entryYear: number): MoneyRules | undefined =>
  packOf(regulator, entryYear)

/** What the regulator wants to be told of who was refused; null where it asks nothing. */
export const refusalNoticeOf = (regulator: Regulator, entryYear: number): RefusalNotice | null =>
  packOf(regulator, entryYear)?.refusalNotice ?? null

const packOf = (regulator: Regulator, entryYear: number): RegulatorPack | undefined =>
  packs
    .filter((pack) => pack.regulator === regulator && pack.fromYear <= entryYear)
    .toSorted((a, b) => b.fromYear - a.fromYear)[0]

interface AttendanceRules {
  readonly regulator: Regulator
  readonly needsContract: boolean
  readonly needsRegistration: boolean
}

const none: AttendanceRules = { regulator: 'none', needsContract: false, needsRegistration: false }
const ofCountry: Partial<Record<HomeCountry, AttendanceRules>> = {
  AE: { regulator: 'dubai', needsContract: true, needsRegistration: true },
}

/** What holds as long as a school has said nothing else: a child attends once it is registered and the contract is signed. */
export const attendanceRulesOf = (country: HomeCountry): AttendanceRules => ofCountry[country] ?? none
