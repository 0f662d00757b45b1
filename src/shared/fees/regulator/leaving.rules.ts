import { monthsAfter } from '#shared/kernel/months.ts'
import { type Minor, minor, spread } from '#shared/kernel/money.ts'
import { type Day, dayAfter } from '#shared/kernel/time.ts'
import type { Keep, LeavingReason, LeavingRule, LeavingStep } from './fee-pack.types.ts'

/*
 * What a school keeps of a term's fee when a child leaves, and what it gives back; each step with the id of its rule and its values,
 * so that a letter can print how the sum came about. The day that counts is the one of the written request, not the last attendance.
 */

export interface Leaving {
  readonly requestedOn: Day
  /** The term in which the request falls, or the first one when it is made before the year. */
  readonly termStartsOn: Day
  /** A year's fee after discounts; a month is a tenth of it. */
  readonly annual: number
  readonly termFee: number
  /** What was paid for this term, the seat money included. */
  readonly paid: number
  /** The part of it that held the seat. */
  readonly seat: number
  /** Terms of this year that are over; kept in full. */
  readonly earlier?: { readonly fee: number; readonly paid: number } | undefined
  readonly reason?: LeavingReason | undefined
  readonly books?: { readonly paid: number; readonly isUnused: boolean } | undefined
}

export type LeavingLine =
  | { readonly rule: 'earlier-terms'; readonly kept: Minor }
  | { readonly rule: 'notice-in-time'; readonly kept: Minor; readonly days: number }
  | { readonly rule: 'before-start'; readonly kept: Minor }
  | { readonly rule: 'seat-back'; readonly kept: Minor; readonly reason: LeavingReason }
  | {
      readonly rule: 'until-days'
      readonly kept: Minor
      readonly keep: Keep
      readonly day: number
      readonly days: number
    }
  | {
      readonly rule: 'until-months'
      readonly kept: Minor
      readonly keep: Keep
      readonly day: number
      readonly months: number
    }
  | { readonly rule: 'later'; readonly kept: Minor; readonly keep: Keep; readonly day: number }
  | { readonly rule: 'term-cap'; readonly kept: Minor; readonly uncapped: Minor }
  | { readonly rule: 'books-back' | 'books-kept'; readonly kept: Minor }

export interface LeavingResult {
  readonly kept: Minor
  /** To those who paid it. */
  readonly returned: Minor
  /** Kept but not paid: still due. */
  readonly due: Minor
  readonly lines: readonly LeavingLine[]
}

/** Returns what is kept and returned by a rule: the regulator's, or the school's own where the regulator has none. */
export function leavingResult(rule: LeavingRule, leaving: Leaving): LeavingResult {
  const lines: LeavingLine[] = []
  const { earlier, books, paid } = leaving
  if (earlier) lines.push({ rule: 'earlier-terms', kept: minor(earlier.fee) })
  const term = termLine(rule, leaving)
  lines.push(term)
  let kept: number = term.kept
  if (kept > leaving.termFee) {
    lines.push({ rule: 'term-cap', kept: minor(leaving.termFee), uncapped: minor(kept) })
    kept = leaving.termFee
  }
  const bookLine = books && booksLine(rule, leaving, books)
  if (bookLine) lines.push(bookLine)
  const keptInAll = kept + (earlier?.fee ?? 0) + (bookLine?.kept ?? 0)
  const paidInAll = paid + (earlier?.paid ?? 0) + (books?.paid ?? 0)
  return {
    kept: minor(keptInAll),
    returned: minor(Math.max(0, paidInAll - keptInAll)),
    due: minor(Math.max(0, keptInAll - paidInAll)),
    lines,
  }
}

/** Day 1 is the day on which the term begins. */
const dayOfTerm = ({ requestedOn, termStartsOn }: Leaving): number =>
  Math.round((Date.parse(requestedOn) - Date.parse(termStartsOn)) / 86_400_000) + 1

function termLine(rule: LeavingRule, leaving: Leaving): LeavingLine & { kept: Minor } {
  const { requestedOn, termStartsOn, reason = 'other' } = leaving
  if (requestedOn < termStartsOn) {
    const days = rule.fullRefundNoticeDays
    if (days !== null && requestedOn <= dayAfter(termStartsOn, -days))
      return { rule: 'notice-in-time', kept: minor(0), days }
    if (rule.beforeStart === 'seat' && rule.seatBackFor.includes(reason))
      return { rule: 'seat-back', kept: minor(0), reason }
    return { rule: 'before-start', kept: keptBy(rule.beforeStart, leaving) }
  }
  const day = dayOfTerm(leaving)
  const step = rule.steps.find((each) => holds(each, leaving, day))
  const keep = step?.keep ?? 'term'
  const kept = keptBy(keep, leaving)
  if (!step?.until) return { rule: 'later', kept, keep, day }
  return 'days' in step.until
    ? { rule: 'until-days', kept, keep, day, days: step.until.days }
    : { rule: 'until-months', kept, keep, day, months: step.until.months }
}

/** A month as a duration is one of the calendar: of a term from 1 September until 30 September. */
const holds = ({ until }: LeavingStep, { requestedOn, termStartsOn }: Leaving, day: number): boolean =>
  until === null || ('days' in until ? day <= until.days : requestedOn < monthsAfter(termStartsOn, until.months))

function keptBy(keep: Keep, { annual, termFee, seat }: Leaving): Minor {
  if (keep === 'nothing') return minor(0)
  if (keep === 'seat') return minor(seat)
  if (keep === 'term') return minor(termFee)
  // Rounded down, in the payer's favour.
  return 'months' in keep
    ? minor((BigInt(annual) * BigInt(keep.months)) / 10n)
    : minor((BigInt(termFee) * BigInt(keep.percent)) / 100n)
}

function booksLine(
  { books }: LeavingRule,
  { requestedOn, termStartsOn }: Leaving,
  { paid, isUnused }: { paid: number; isUnused: boolean },
): LeavingLine & { kept: Minor } {
  const isBack = books === 'if-unused' ? isUnused : books === 'before-start' && requestedOn < termStartsOn
  return isBack ? { rule: 'books-back', kept: minor(0) } : { rule: 'books-kept', kept: minor(paid) }
}

/** Divides what is returned among those who paid, by what each paid. */
export const returnedByPayer = (
  returned: number,
  paid: readonly { readonly payerId: string; readonly amount: number }[],
): readonly { readonly payerId: string; readonly amount: Minor }[] => {
  const shares = spread(
    returned,
    paid.map(({ amount }) => amount),
  )
  return paid.map(({ payerId }, no) => ({ payerId, amount: shares[no] ?? minor(0) }))
}
