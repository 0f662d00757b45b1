import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, parseDecimalText } from '#shared/kernel/money.ts'
import type { RuleSource, RuleTerms } from '#shared/pos/spending/spending-rule.contract.ts'
import { SpendingRule } from '#shared/pos/spending/spending-rule.contract.ts'

export const amountKinds = ['day', 'week', 'visit', 'period'] as const
export const deniedKinds = ['no-item', 'no-category', 'no-class', 'no-allergen'] as const
export const ruleKinds = [...amountKinds, ...deniedKinds, 'pieces'] as const satisfies readonly RuleTerms['kind'][]
export type RuleKind = (typeof ruleKinds)[number]

/** A rule as it is typed. */
export interface RuleDraft {
  kind: RuleKind
  amount: string
  pieces: string
  target: string
  /** Times of day, "11:30". */
  from: string
  until: string
}

export const emptyRule: RuleDraft = { kind: 'day', amount: '', pieces: '1', target: '', from: '11:00', until: '13:00' }

const minuteIn = (time: string): number | undefined => {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(latinDigits(time.trim())) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}

function termsOf({ kind, amount, pieces, target, from, until }: RuleDraft, currency: Currency): unknown {
  const most = parseDecimalText(latinDigits(amount), currency)
  if (kind === 'pieces') return { kind, target, most: Number.parseInt(latinDigits(pieces), 10) }
  if (kind === 'period') return { kind, most, period: { from: minuteIn(from), until: minuteIn(until) } }
  return amountKinds.some((each) => each === kind) ? { kind, most } : { kind, target }
}

/** Reads a draft; undefined where something is missing or wrong. */
export function readRule(
  draft: RuleDraft,
  { id, source, currency }: { id: string; source: RuleSource; currency: Currency },
) {
  const read = SpendingRule.safeParse({ id, source, terms: termsOf(draft, currency) })
  if (!read.success) return undefined
  const { terms } = read.data
  return terms.kind === 'period' && terms.period.from >= terms.period.until ? undefined : read.data
}

/** A minute after midnight as a time of day. */
export const timeText = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
