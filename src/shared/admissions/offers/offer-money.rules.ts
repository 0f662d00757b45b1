import type { MoneyRules } from '#shared/fees/regulator/fee-packs.rules.ts'
import { monthsAfter } from '#shared/kernel/months.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'

/** Kinds of fee; caps are computed from tuition alone. */
export const feeKinds = ['tuition', 'application', 'other'] as const
export type FeeKind = (typeof feeKinds)[number]

/** The terms of an offer that a regulator restricts; amounts in minor units. */
export interface MoneyTerms {
  readonly startOn: Day
  readonly fees: readonly { readonly of?: FeeKind | undefined; readonly amount: number }[]
  readonly deposit: { readonly amount: number; readonly dueDays: number } | null
}

/** Violations of the money rules, as message ids. */
export type MoneyFault = 'offer.deposit' | 'offer.early' | 'offer.fee'

const sumOf = ({ fees }: Pick<MoneyTerms, 'fees'>, kind: FeeKind): number =>
  fees.filter((fee) => fee.of === kind).reduce((sum, { amount }) => sum + amount, 0)

/** Returns the largest deposit allowed, in whole minor units; null when there is no cap. */
export const maxDeposit = (rules: MoneyRules, terms: Pick<MoneyTerms, 'fees'>): number | null =>
  rules.depositPercent === null ? null : Math.floor((sumOf(terms, 'tuition') * rules.depositPercent) / 100)

/** Latest start of a school year in the Gulf; a spring start is known from the child's first day. */
const autumnOf = (entryYear: number): Day => `${entryYear}-08-31`

/** Returns the first day on which a deposit may be taken; null when any day is allowed. */
export function depositFrom(
  rules: MoneyRules,
  { startOn }: Pick<MoneyTerms, 'startOn'>,
  entryYear: number,
): Day | null {
  if (rules.depositMonths === null) return null
  const autumn = autumnOf(entryYear)
  return monthsAfter(startOn < autumn ? startOn : autumn, -rules.depositMonths)
}

/**
 * Returns the regulator's rule that these terms would violate if sent today. The deposit is due a number of days
 * after acceptance, which may be today: it is too early when that day is before the first one allowed.
 */
export function moneyFault(
  rules: MoneyRules,
  terms: MoneyTerms,
  { today, entryYear }: { today: Day; entryYear: number },
): MoneyFault | undefined {
  if (rules.applicationFee !== null && sumOf(terms, 'application') > rules.applicationFee) return 'offer.fee'
  const { deposit } = terms
  if (!deposit || deposit.amount === 0) return undefined
  const most = maxDeposit(rules, terms)
  if (most !== null && deposit.amount > most) return 'offer.deposit'
  const from = depositFrom(rules, terms, entryYear)
  return from !== null && dayAfter(today, deposit.dueDays) < from ? 'offer.early' : undefined
}
