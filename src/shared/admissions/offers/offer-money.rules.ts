import { type Day, dayAfter } from '#shared/kernel/time.ts'
import type { MoneyRules } from './regulator-packs.ts'

/** What a row of the fees is: caps are counted from tuition alone. */
export const feeKinds = ['tuition', 'application', 'other'] as const
export type FeeKind = (typeof feeKinds)[number]

/** What of an offer's terms the regulator looks at; amounts in minor units. */
export interface MoneyTerms {
  readonly startOn: Day
  readonly fees: readonly { readonly of?: FeeKind | undefined; readonly amount: number }[]
  readonly deposit: { readonly amount: number; readonly dueDays: number } | null
}

/** What is wrong with the money of an offer, as the id of the message that says it. */
export type MoneyFault = 'offer.deposit' | 'offer.early' | 'offer.fee'

const sumOf = ({ fees }: Pick<MoneyTerms, 'fees'>, kind: FeeKind): number =>
  fees.filter((fee) => fee.of === kind).reduce((sum, { amount }) => sum + amount, 0)

/** The most that may be asked for as a deposit, in whole minor units; null where nothing caps it. */
export const mostDeposit = (rules: MoneyRules, terms: Pick<MoneyTerms, 'fees'>): number | null =>
  rules.depositPercent === null ? null : Math.floor((sumOf(terms, 'tuition') * rules.depositPercent) / 100)

/** Where schools of the Gulf begin their year; one that begins in spring is known by its children's first day. */
const autumnOf = (entryYear: number): Day => `${entryYear}-08-31`

/** So many months before a day; of a month that is shorter its last day. */
function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(date, last))
  return first.toISOString().slice(0, 10)
}

/** The first day on which a deposit may be taken; null where any will do. */
export function depositFrom(
  rules: MoneyRules,
  { startOn }: Pick<MoneyTerms, 'startOn'>,
  entryYear: number,
): Day | null {
  if (rules.depositMonths === null) return null
  const autumn = autumnOf(entryYear)
  return monthsBefore(startOn < autumn ? startOn : autumn, rules.depositMonths)
}

/**
 * What the regulator forbids of these terms, were they sent today. A deposit is due so many days after acceptance, which may be
 * today: it is asked for too early when that day is before the first one on which it may be taken.
 */
export function moneyFault(
  rules: MoneyRules,
  terms: MoneyTerms,
  { today, entryYear }: { today: Day; entryYear: number },
): MoneyFault | undefined {
  if (rules.applicationFee !== null && sumOf(terms, 'application') > rules.applicationFee) return 'offer.fee'
  const { deposit } = terms
  if (!deposit || deposit.amount === 0) return undefined
  const most = mostDeposit(rules, terms)
  if (most !== null && deposit.amount > most) return 'offer.deposit'
  const from = depositFrom(rules, terms, entryYear)
  return from !== null && dayAfter(today, deposit.dueDays) < from ? 'offer.early' : undefined
}
