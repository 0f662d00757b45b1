import type { Minor } from '#shared/kernel/money.ts'
import type { Regulator } from '#shared/school/regulator.rules.ts'

/** Limits on the money that holds a seat. Null where the regulator sets none. */
export interface SeatRule {
  /** Cap in per cent of a year's tuition, rounded down. */
  readonly percent: number | null
  /** The cap is never below this amount. */
  readonly atLeast: Minor | null
  /** Amounts fixed by the ministry, by kind of school; the cap is this. */
  readonly fixed: Readonly<Record<SchoolKind, Minor>> | null
  /** Months before the school year from which it may be asked. */
  readonly monthsBefore: number | null
  /** Whether it may be asked only after the break that precedes the next year: the spring break, in schools that begin in April the winter break. */
  readonly afterBreak: boolean
  /** Whether an offer must have been accepted before. */
  readonly afterAcceptance: boolean
  /** Whether it must stay below the fee of a whole semester. */
  readonly belowSemester: boolean
  /** Whether it is taken off the first part of tuition, instead of being owed on top. */
  readonly offTuition: boolean
}

/** When a regulator allows higher fees than before. */
export interface RiseRule {
  /** Whether every rise needs the reference of an approval. */
  readonly byApproval: boolean
  /** School years from one rise to the next, at least. */
  readonly yearsBetween: number
  /** Whether the amounts of a school year stay as they are once somebody was billed by them. */
  readonly isFixedInYear: boolean
  /** Months before the school year by which the regulator must have registered the amounts; null where it sets none. */
  readonly registeredMonths: number | null
}

export const schoolKinds = ['foreign', 'arabic'] as const
export type SchoolKind = (typeof schoolKinds)[number]

/** Ways in which a year's tuition may be divided; any of them. */
export type PartsRule =
  | { readonly kind: 'caps'; readonly percents: readonly number[] }
  | { readonly kind: 'equal'; readonly counts: readonly number[] }

/** What is kept of a term's fee. A month is a tenth of the year's fee. */
export type Keep = { readonly months: number } | { readonly percent: number } | 'term' | 'seat' | 'nothing'

/** A step of leaving: it holds up to and including this time after the term began; null for all later days. */
export interface LeavingStep {
  readonly until: { readonly days: number } | { readonly months: number } | null
  readonly keep: Keep
}

export interface LeavingRule {
  /** Written notice of so many days before the year gives the seat money back in full; null where nothing is known. */
  readonly fullRefundNoticeDays: number | null
  readonly beforeStart: Keep
  readonly steps: readonly LeavingStep[]
  /** Books and uniform. */
  readonly books: 'if-unused' | 'never' | 'before-start'
  /** Reasons for which the seat money is given back. */
  readonly seatBackFor: readonly LeavingReason[]
}

export const leavingReasons = ['other', 'left-country', 'left-emirate', 'lower-rating', 'no-place'] as const
export type LeavingReason = (typeof leavingReasons)[number]

/** What may follow from unpaid fees. */
export const consequences = [
  'suspension',
  'hold-results',
  'hold-transfer-certificate',
  'hold-re-registration',
  'block-registration',
  'reschedule',
  'guarantee',
  'court',
] as const
export type Consequence = (typeof consequences)[number]

export interface ConsequenceRule {
  readonly consequence: Consequence
  /** Written notices needed before. */
  readonly notices: number
  /** Days between two notices, at least. */
  readonly daysBetween: number
  /** Longest duration in school days; null where none is set. */
  readonly maxDays: number | null
}

/** Rules on fees of a regulator for the school years that begin in `fromYear` or later. */
export interface FeePack {
  readonly regulator: Regulator
  readonly fromYear: number
  /** Cap on the application fee, including all assessments; where the school has no place it goes back in every country. */
  readonly application: { readonly cap: Minor } | null
  readonly newSeat: SeatRule | null
  readonly returningSeat: SeatRule | null
  /** Null where parts are by contract. */
  readonly parts: readonly PartsRule[] | null
  /** Months before the school year from which the first part may be due. */
  readonly firstPartMonths: number | null
  /** Whether the fee of a semester is due when the semester starts, at the earliest. */
  readonly partsBySemester: boolean
  /** Whether nothing above the approved table may be asked. */
  readonly approvedOnly: boolean
  /** Null where nothing is known about rises. */
  readonly rise: RiseRule | null
  readonly mayChargeLate: boolean
  readonly mayChargeBounce: boolean
  readonly leaving: LeavingRule | null
  /** Months after the due date in which nothing may follow from unpaid fees. */
  readonly graceMonths: number
  readonly consequences: readonly ConsequenceRule[]
}
