import { type Minor, minor, sum } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { clawbackPart } from '../plans/clawback.rules.ts'
import type { LeavingReason, LeavingRule } from '../regulator/fee-pack.types.ts'
import { type Leaving, type LeavingLine, leavingResult } from '../regulator/leaving.rules.ts'
import type { ComponentKind, RefundRule } from '../setup/fee-component.rules.ts'

/** A part of a component in one school year, in minor units with tax, less what was credited or written off. */
export interface LeavingPart {
  readonly part: number
  /** Billed, or what the schedule will bill. */
  readonly fee: number
  readonly billed: number
  /** Cheques that have not cleared are left out. */
  readonly paid: number
}

export interface LeavingComponent {
  readonly code: string
  readonly kind: ComponentKind
  readonly refundRule: RefundRule
  readonly capsAsTuition: boolean
  readonly parts: readonly LeavingPart[]
}

export interface LeavingCase {
  readonly requestedOn: Day
  readonly yearStartsOn: Day
  readonly terms: readonly { readonly startsOn: Day }[]
  /** Seat money that settled tuition of the year, and what of it is not applied yet. */
  readonly seat: { readonly applied: number; readonly left: number }
  readonly reason: LeavingReason
  /** Codes of components that came back unused. */
  readonly unused: readonly string[]
  /** In the order in which they are paid. */
  readonly components: readonly LeavingComponent[]
}

/** A step of the rule, or what is kept of discounts that were taken back, or fall back because the child leaves. */
export type ChildLeavingLine = LeavingLine | { readonly rule: 'discounts-back' | 'discounts-end'; readonly kept: Minor }

/** What is kept and returned of one component, with the steps that say why. */
export interface LeavingOfComponent {
  readonly code: string
  readonly annual: Minor
  readonly termFee: Minor
  readonly billed: Minor
  readonly paid: Minor
  readonly kept: Minor
  readonly lines: readonly ChildLeavingLine[]
}

/** Returns the tuition that the regulator's rule is about, and that seat money is part of. */
export const tuitionOf = <Of extends LeavingComponent>(components: readonly Of[]): Of | undefined =>
  components.find(
    ({ kind, capsAsTuition, refundRule }) => kind !== 'registration' && capsAsTuition && refundRule === 'tuition',
  )

/**
 * Returns what a school keeps of each component when a child leaves.
 * @param books whether books and uniform go by the components' own rules, where no regulator has one
 * @returns the number of the term that counts, from 1, and the components; kept is what of the year stays due
 */
export function childLeaving(
  rule: LeavingRule,
  of: LeavingCase,
  { books = 'rule' }: { books?: 'rule' | 'own' } = {},
): { term: number; components: LeavingOfComponent[] } {
  const started = of.terms.filter(({ startsOn }) => startsOn <= of.requestedOn).length
  const term = Math.max(started, 1)
  const seatOf = tuitionOf(of.components)
  const components = of.components.map((component) => {
    const isSeat = component === seatOf
    return component.refundRule === 'tuition'
      ? asTuition(rule, of, { component, term, seat: isSeat ? of.seat : { applied: 0, left: 0 } })
      : asGoods(rule, of, { component, books })
  })
  return { term, components }
}

const sumOf = ({ parts }: LeavingComponent, key: 'fee' | 'billed' | 'paid'): Minor =>
  sum(parts.map((part) => part[key]))

/** Fees of the terms: the parts where there is one for each term, else the year divided equally, the rest in the last. */
function termFees(parts: readonly LeavingPart[], terms: number): number[] {
  const ordered = parts.toSorted((a, b) => a.part - b.part)
  if (ordered.length === terms) return ordered.map(({ fee }) => fee)
  const annual = ordered.reduce((all, { fee }) => all + fee, 0)
  const each = Math.floor(annual / terms)
  return Array.from({ length: terms }, (_, at) => (at < terms - 1 ? each : annual - (terms - 1) * each))
}

function asTuition(
  rule: LeavingRule,
  { requestedOn, terms, reason, yearStartsOn }: LeavingCase,
  { component, term, seat }: { component: LeavingComponent; term: number; seat: LeavingCase['seat'] },
): LeavingOfComponent {
  // Discounts that were taken back belong to no term and no month of the year.
  const parts = component.parts.filter(({ part }) => part !== clawbackPart)
  const fees = termFees(parts, Math.max(terms.length, 1))
  const termFee = fees[term - 1] ?? 0
  const before = fees.slice(0, term - 1).reduce((all, fee) => all + fee, 0)
  const annual = sumOf({ ...component, parts }, 'fee')
  const paid = minor(sumOf(component, 'paid') + seat.left)
  const leaving: Leaving = {
    requestedOn,
    termStartsOn: terms[term - 1]?.startsOn ?? yearStartsOn,
    annual,
    termFee,
    paid,
    seat: seat.applied + seat.left,
    ...(term > 1 && { earlier: { fee: before, paid: 0 } }),
    reason,
  }
  const { kept, lines } = leavingResult(rule, leaving)
  const back = minor(kept === 0 ? 0 : sumOf(component, 'billed') - sumOf({ ...component, parts }, 'billed'))
  return {
    code: component.code,
    annual,
    termFee: minor(termFee),
    billed: sumOf(component, 'billed'),
    paid,
    kept: minor(kept + back),
    lines: back === 0 ? lines : [...lines, { rule: 'discounts-back', kept: back }],
  }
}

/** Books, uniform and the like: all of it, or nothing. */
function asGoods(
  rule: LeavingRule,
  { requestedOn, yearStartsOn, unused }: LeavingCase,
  { component, books }: { component: LeavingComponent; books: 'rule' | 'own' },
): LeavingOfComponent {
  const { code, kind, refundRule } = component
  const ruled = books === 'rule' && (kind === 'books' || kind === 'uniform')
  const own = { unused: 'if-unused', 'before-start': 'before-start', none: 'never', tuition: 'never' } as const
  const which = ruled ? rule.books : own[refundRule]
  const isBack = which === 'if-unused' ? unused.includes(code) : which === 'before-start' && requestedOn < yearStartsOn
  const billed = sumOf(component, 'billed')
  const kept = isBack ? minor(0) : billed
  const line: LeavingLine = isBack ? { rule: 'books-back', kept } : { rule: 'books-kept', kept }
  return {
    code,
    annual: sumOf(component, 'fee'),
    termFee: billed,
    billed,
    paid: sumOf(component, 'paid'),
    kept,
    lines: [line],
  }
}
