import { type Minor, minor, spread, sum, zero } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { applyDiscounts, type Discount } from './plans/discount.rules.ts'
import {
  type BilledLine,
  billedLine,
  lowerBySeat,
  type PartAmounts,
  partsOf,
  sharesOf,
  type YearLine,
  type YearPart,
} from './year-line.rules.ts'

/*
 * What a child's year comes to for each component, part and payer: discounts on the year, divided by the plan, divided by the shares
 * of the payers. Amounts in minor units.
 */

export interface PartPayer {
  readonly payerId: string
  readonly ppm: number
  readonly isCompany: boolean
}

/** Discount with whether companies get none of it. */
export interface YearDiscount extends Discount {
  readonly personsOnly: boolean
}

/** What one payer owes of one component and part, before tax. */
export interface PartCharge {
  readonly component: string
  readonly part: number
  readonly dueOn: Day
  readonly payerId: string
  readonly gross: Minor
  readonly discounts: readonly { readonly id: string; readonly amount: Minor }[]
  readonly net: Minor
}

/** Divides one part among its payers; a discount for persons only leaves companies their whole share. */
function byPayer(
  { gross, discounts }: PartAmounts,
  payers: readonly PartPayer[],
  isForPersons: (id: string) => boolean,
): { payerId: string; gross: Minor; discounts: { id: string; amount: Minor }[] }[] {
  const amounts = spread(
    gross,
    payers.map(({ ppm }) => ppm),
  )
  const room = amounts.map(Number)
  const divided = payers.map(({ payerId }, at) => ({
    payerId,
    gross: amounts[at] ?? zero,
    discounts: [] as { id: string; amount: Minor }[],
  }))
  for (const { id, amount } of discounts) {
    const weights = payers.map(({ isCompany }, at) => (isCompany && isForPersons(id) ? 0 : (room[at] ?? 0)))
    const most = Math.min(amount, sum(weights))
    for (const [at, part] of spread(most, weights).entries()) {
      if (part === 0) continue
      room[at] = (room[at] ?? 0) - part
      divided[at]?.discounts.push({ id, amount: part })
    }
  }
  return divided
}

interface Year {
  readonly lines: readonly YearLine[]
  readonly parts: readonly YearPart[]
  /** Discounts that hold on the due day of a part. */
  readonly discountsOn: (day: Day) => readonly YearDiscount[]
  /** Payers of a component on a day; shares add up to a million. */
  readonly payersOn: (component: string, day: Day) => readonly PartPayer[]
}

/** Returns what is charged for a part of a child's year, in the order of the lines. Charges of nothing are left out. */
export function chargesOfPart({ lines: asked, parts, discountsOn, payersOn }: Year, part: YearPart): PartCharge[] {
  const lines = asked.map((line) => billedLine(line, parts))
  const at = parts.findIndex((each) => each.part === part.part)
  const found = discountsOn(part.dueOn).map((discount) => withYearsCap(discount, lines, at))
  const personsOnly = new Set(found.filter((each) => each.personsOnly).map(({ id }) => id))
  const of = lines.map(({ component, amount, isDiscountable }) => ({ component, gross: amount, isDiscountable }))
  const discounted = applyDiscounts(
    of,
    withPersonsShare(found, lines, (component) => payersOn(component, part.dueOn)),
  )
  const amounts = discounted.map(({ net, discounts }, no) => partsOf(net, discounts, sharesOf(lines[no], parts)))
  return lowerBySeat(lines, amounts).flatMap((ofLine, no): PartCharge[] => {
    const amount = ofLine[at]
    const component = lines[no]?.component ?? ''
    if (!amount || amount.gross === 0) return []
    const divided = byPayer(amount, payersOn(component, part.dueOn), (id) => personsOnly.has(id))
    return divided.flatMap((each): PartCharge[] => {
      const less = sum(each.discounts.map((discount) => discount.amount))
      const charge = { ...each, component, part: part.part, dueOn: part.dueOn, net: minor(each.gross - less) }
      return each.gross === 0 ? [] : [charge]
    })
  })
}

/**
 * Returns a discount with the cap on the year that lets this part have its share of what is left of the cap, so that the last part
 * may use all of it and no part more.
 */
function withYearsCap(discount: YearDiscount, lines: readonly BilledLine[], at: number): YearDiscount {
  if (discount.capLeft === undefined) return discount
  const of = lines.filter(
    ({ component, isDiscountable }) => isDiscountable && (discount.components?.includes(component) ?? true),
  )
  const whole = sum(of.flatMap(({ shares }) => shares))
  const left = sum(of.flatMap(({ shares }) => shares.slice(at)))
  if (left === 0) return discount
  return { ...discount, capLeft: Number((BigInt(discount.capLeft) * BigInt(whole)) / BigInt(left)) }
}

/** Lowers percentages for persons only to the share that persons pay of the components they apply to. */
function withPersonsShare(
  discounts: readonly YearDiscount[],
  lines: readonly YearLine[],
  payersOf: (component: string) => readonly PartPayer[],
): Discount[] {
  return discounts.map((discount) => {
    if (!discount.personsOnly || !('ppm' in discount.value)) return discount
    const of = lines.filter(
      ({ component, isDiscountable }) => isDiscountable && (discount.components?.includes(component) ?? true),
    )
    const persons = of.map(({ component, amount }) => {
      const ppm = sum(payersOf(component).map((payer) => (payer.isCompany ? 0 : payer.ppm)))
      return (BigInt(amount) * BigInt(ppm)) / 1_000_000n
    })
    const whole = sum(of.map(({ amount }) => amount))
    const ofPersons = persons.reduce((all, amount) => all + amount, 0n)
    const ppm = whole === 0 ? 0 : Number((BigInt(discount.value.ppm) * ofPersons) / BigInt(whole))
    return { ...discount, value: { ...discount.value, ppm } }
  })
}
