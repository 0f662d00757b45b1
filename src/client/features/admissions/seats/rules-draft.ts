import { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { latinDigits } from '#shared/kernel/digits.ts'

/** The rules as they are typed: hours as text. */
export interface RulesDraft
  extends Omit<
    AdmissionRules,
    | 'graceHours'
    | 'reminderHours'
    | 'coolingHours'
    | 'intakeEnds'
    | 'withdrawalRefund'
    | 'keepClosedMonths'
    | 'answerHours'
  > {
  graceHours: string
  /** Parted by commas or spaces. */
  reminderHours: string
  coolingHours: string
  answerHours: string
  withdrawalRefund: string
  /** Empty: without end. */
  keepClosedMonths: string
  intakeEnds: { entryYear: string; on: string }[]
}

export const ruleNames = [
  'offersNeedHead',
  'documentsBeforeOffer',
  'interviewBeforeOffer',
  'feeBeforeOffer',
  'expiredOffersGo',
  'graceHours',
  'reminderHours',
  'depositOverdue',
  'coolingHours',
  'tellsPosition',
  'withdrawalRefund',
  'claimOrder',
  'intakeEnds',
  'pupilNumbers',
  'accountFromFirstDay',
  'consentsFirst',
  'formsFirst',
  'needsContract',
  'needsRegistration',
  'identityBeforeShortlist',
  'regulator',
  'keepClosedMonths',
  'erasesByItself',
  'officeHours',
  'answerHours',
] as const
export type RuleName = (typeof ruleNames)[number]

export const draftOfRules = ({
  graceHours,
  reminderHours,
  coolingHours,
  withdrawalRefund,
  intakeEnds,
  keepClosedMonths,
  answerHours,
  ...rest
}: AdmissionRules): RulesDraft => ({
  ...rest,
  graceHours: String(graceHours),
  reminderHours: reminderHours.join(', '),
  coolingHours: String(coolingHours),
  answerHours: String(answerHours),
  withdrawalRefund: String(withdrawalRefund),
  keepClosedMonths: keepClosedMonths === null ? '' : String(keepClosedMonths),
  intakeEnds: intakeEnds.map(({ entryYear, on }) => ({ entryYear: String(entryYear), on })),
})

/** A whole number in either digits. */
const hoursIn = (text: string): number => {
  const latin = latinDigits(text).trim()
  return /^\d{1,4}$/.test(latin) ? Number(latin) : Number.NaN
}

/** What is saved, or which rules are not right yet. Reminders are kept with the earliest first, each once. */
export function rulesOf(draft: RulesDraft): { rules: AdmissionRules } | { wrong: RuleName[] } {
  const times = draft.reminderHours.split(/[\s,،;]+/).filter((text) => text !== '')
  const asked = AdmissionRules.safeParse({
    ...draft,
    graceHours: hoursIn(draft.graceHours),
    reminderHours: [...new Set(times.map(hoursIn))].toSorted((a, b) => b - a),
    coolingHours: hoursIn(draft.coolingHours),
    answerHours: hoursIn(draft.answerHours),
    withdrawalRefund: hoursIn(draft.withdrawalRefund),
    keepClosedMonths: draft.keepClosedMonths.trim() === '' ? null : hoursIn(draft.keepClosedMonths),
    intakeEnds: draft.intakeEnds.map(({ entryYear, on }) => ({ entryYear: hoursIn(entryYear), on })),
  })
  if (asked.success) return { rules: asked.data }
  const named = asked.error.issues.map(({ path }) => String(path[0]))
  return { wrong: ruleNames.filter((name) => named.includes(name)) }
}

/** Which rules differ. */
export const differing = (one: AdmissionRules, other: AdmissionRules): RuleName[] =>
  ruleNames.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))

/** A list with one of its members a place earlier or later. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const to = index + by
  const [one, other] = [list[index], list[to]]
  if (one === undefined || other === undefined) return [...list]
  return list.map((each, at) => (at === index ? other : at === to ? one : each))
}
