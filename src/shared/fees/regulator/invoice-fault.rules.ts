import { monthsAfter } from '#shared/kernel/months.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeePack, PartsRule, SchoolKind, SeatRule } from './fee-pack.types.ts'

/*
 * Whether a regulator allows what an invoice or a plan asks for. A fault names the rule and its values; amounts are minor units of the
 * regulator's own currency, so the caller checks that the school uses it.
 */

export type InvoiceAsk =
  | { readonly kind: 'application'; readonly amount: number }
  | {
      readonly kind: 'seat'
      readonly pupil: 'new' | 'returning'
      readonly amount: number
      readonly annualTuition: number
      readonly on: Day
      readonly yearStartsOn: Day
      /** Last day of the break before the next year; null where the school has not recorded it. */
      readonly breakEndsOn?: Day | null | undefined
      readonly isOfferAccepted?: boolean | undefined
      readonly schoolKind?: SchoolKind | undefined
    }
  | {
      readonly kind: 'parts'
      readonly annualTuition: number
      readonly yearStartsOn: Day
      readonly parts: readonly { readonly amount: number; readonly dueOn: Day }[]
      /** Of the school year, as far as the school has set them; two are its semesters. */
      readonly terms?: readonly { readonly startsOn: Day }[] | undefined
    }
  /** `approved` is the amount of the approved table; null when the fee is not in it. */
  | { readonly kind: 'fee'; readonly component: string; readonly amount: number; readonly approved: number | null }
  | { readonly kind: 'late-fee' | 'bounce-fee' }

export type InvoiceFault =
  | { readonly rule: 'application-cap' | 'seat-cap' | 'above-approved'; readonly asked: Minor; readonly cap: Minor }
  | { readonly rule: 'seat-early' | 'first-part-early'; readonly on: Day; readonly from: Day }
  | { readonly rule: 'part-cap'; readonly part: number; readonly asked: Minor; readonly cap: Minor }
  | { readonly rule: 'part-before-semester'; readonly part: number; readonly on: Day; readonly from: Day }
  | { readonly rule: 'part-count'; readonly parts: number; readonly allowed: readonly number[] }
  | { readonly rule: 'parts-unequal'; readonly parts: number }
  | {
      readonly rule: 'seat-before-break' | 'seat-before-acceptance' | 'not-approved' | 'late-fee' | 'bounce-fee'
    }

type Ask<Kind extends InvoiceAsk['kind']> = Extract<InvoiceAsk, { kind: Kind }>

/** Returns the rule that an ask would break; undefined when the pack allows it, or none is recorded. */
export function invoiceFault(pack: FeePack | undefined, ask: InvoiceAsk): InvoiceFault | undefined {
  if (!pack) return undefined
  switch (ask.kind) {
    case 'application':
      return pack.application && ask.amount > pack.application.cap
        ? { rule: 'application-cap', asked: minor(ask.amount), cap: pack.application.cap }
        : undefined
    case 'seat':
      return seatFault(ask.pupil === 'new' ? pack.newSeat : pack.returningSeat, ask)
    case 'parts':
      return partsFault(pack, ask)
    case 'fee':
      return feeFault(pack, ask)
    case 'late-fee':
      return pack.mayChargeLate ? undefined : { rule: 'late-fee' }
    case 'bounce-fee':
      return pack.mayChargeBounce ? undefined : { rule: 'bounce-fee' }
  }
}

function feeFault(pack: FeePack, { amount, approved }: Ask<'fee'>): InvoiceFault | undefined {
  if (!pack.approvedOnly || amount === 0) return undefined
  if (approved === null) return { rule: 'not-approved' }
  return amount > approved ? { rule: 'above-approved', asked: minor(amount), cap: minor(approved) } : undefined
}

/** Returns the largest amount that may hold a seat: per cent of tuition rounded down, but never below the least; null for no cap. */
export function seatCap(
  rule: SeatRule,
  { annualTuition, schoolKind = 'foreign' }: { annualTuition: number; schoolKind?: SchoolKind | undefined },
): Minor | null {
  if (rule.fixed) return rule.fixed[schoolKind]
  // A whole semester is half of the year.
  if (rule.belowSemester) return minor(Math.max(0, Math.ceil(annualTuition / 2) - 1))
  if (rule.percent === null) return null
  const share = Number((BigInt(annualTuition) * BigInt(rule.percent)) / 100n)
  return minor(Math.max(share, rule.atLeast ?? 0))
}

function seatFault(rule: SeatRule | null, ask: Ask<'seat'>): InvoiceFault | undefined {
  if (!rule || ask.amount === 0) return undefined
  const cap = seatCap(rule, ask)
  if (cap !== null && ask.amount > cap) return { rule: 'seat-cap', asked: minor(ask.amount), cap }
  if (rule.afterAcceptance && ask.isOfferAccepted === false) return { rule: 'seat-before-acceptance' }
  if (rule.afterBreak && (!ask.breakEndsOn || ask.on <= ask.breakEndsOn)) return { rule: 'seat-before-break' }
  const from = rule.monthsBefore === null ? null : monthsAfter(ask.yearStartsOn, -rule.monthsBefore)
  return from !== null && ask.on < from ? { rule: 'seat-early', on: ask.on, from } : undefined
}

function partsFault(pack: FeePack, ask: Ask<'parts'>): InvoiceFault | undefined {
  const { parts, yearStartsOn } = ask
  const first = parts.map(({ dueOn }) => dueOn).toSorted()[0]
  const from = pack.firstPartMonths === null ? null : monthsAfter(yearStartsOn, -pack.firstPartMonths)
  if (first !== undefined && from !== null && first < from) return { rule: 'first-part-early', on: first, from }
  const early = pack.partsBySemester ? semesterFault(ask) : undefined
  if (early || !pack.parts) return early
  const faults = pack.parts.map((rule) => ruleFault(rule, ask))
  if (faults.some((fault) => fault === undefined)) return undefined
  // The fault of the way that was meant: the one with as many parts, if there is one.
  const allowed = pack.parts.flatMap((rule) => (rule.kind === 'caps' ? [rule.percents.length] : rule.counts))
  return faults.find((fault) => fault?.rule !== 'part-count') ?? { rule: 'part-count', parts: parts.length, allowed }
}

/**
 * Nothing is due before the school year, and before its second semester at most half of the year's tuition. A year whose two semesters
 * are not set is checked by its start only.
 */
function semesterFault({ parts, annualTuition, yearStartsOn, terms = [] }: Ask<'parts'>): InvoiceFault | undefined {
  const [first = yearStartsOn, second] = terms.map(({ startsOn }) => startsOn).toSorted()
  const startsOn = first < yearStartsOn ? first : yearStartsOn
  const half = Math.ceil(annualTuition / 2)
  let asked = 0
  for (const [at, { amount, dueOn }] of parts.entries()) {
    if (amount > 0 && dueOn < startsOn) return { rule: 'part-before-semester', part: at + 1, on: dueOn, from: startsOn }
    if (terms.length !== 2 || second === undefined || dueOn >= second) continue
    asked += amount
    // What cannot be halved may fall on the first semester.
    if (asked > half + parts.length) return { rule: 'part-before-semester', part: at + 1, on: dueOn, from: second }
  }
  return undefined
}

function ruleFault(rule: PartsRule, { parts, annualTuition }: Ask<'parts'>): InvoiceFault | undefined {
  const amounts = parts.map(({ amount }) => amount)
  const allowed = rule.kind === 'caps' ? [rule.percents.length] : rule.counts
  if (!allowed.includes(amounts.length)) return { rule: 'part-count', parts: amounts.length, allowed }
  if (rule.kind === 'equal') {
    // The last part may take what cannot be divided.
    const isEqual = Math.max(...amounts) - Math.min(...amounts) < amounts.length
    return isEqual ? undefined : { rule: 'parts-unequal', parts: amounts.length }
  }
  for (const [no, asked] of amounts.entries()) {
    const share = Number((BigInt(annualTuition) * BigInt(rule.percents[no] ?? 0)) / 100n)
    const cap = no === amounts.length - 1 ? share + amounts.length - 1 : share
    if (asked > cap) return { rule: 'part-cap', part: no + 1, asked: minor(asked), cap: minor(cap) }
  }
  return undefined
}
