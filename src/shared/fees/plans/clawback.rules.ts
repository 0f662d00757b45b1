import { minor, type Minor, spread, sum } from '#shared/kernel/money.ts'

/*
 * What of a discount is taken back when its reason ends within the year: a sibling leaves and others move up, a grant ends, the child
 * itself leaves. Charges stay as they were issued; the difference is one line on the next invoice, and never a credit.
 */

/** Part of a line that is taken back outside the parts of a plan. */
export const clawbackPart = 0

/** Discount of one rule on a charge that stands. Amounts in minor units; below zero where it was taken back already. */
export interface IssuedDiscount {
  readonly component: string
  readonly part: number
  readonly payerId: string
  /** Gross amount of the charge. */
  readonly gross: number
  readonly discount: number
}

/** What the rule would give on a component and part now, and on which gross amount; undefined where that can't be said. */
type DiscountNow = (
  component: string,
  part: number,
) => { readonly gross: number; readonly discount: number } | undefined

interface TakenBack {
  readonly component: string
  readonly payerId: string
  readonly amount: Minor
}

/** Returns what each payer gives back of a rule's discount by component: what was given above what it would be now. */
export function clawback(issued: readonly IssuedDiscount[], nowOf: DiscountNow): TakenBack[] {
  const due = new Map<string, number>()
  const add = ({ component, payerId }: IssuedDiscount, amount: number) => {
    const key = `${component} ${payerId}`
    due.set(key, (due.get(key) ?? 0) + amount)
  }
  const keyOf = ({ component, part }: IssuedDiscount) => `${component} ${part}`
  for (const charges of Map.groupBy(issued, keyOf).values()) {
    const [first] = charges
    if (!first) continue
    if (first.part === clawbackPart) {
      for (const each of charges) add(each, each.discount)
      continue
    }
    const given = sum(charges.map(({ discount }) => discount))
    const now = nowOf(first.component, first.part)
    if (!now) continue
    const gross = sum(charges.map((each) => each.gross))
    // In proportion, where the schedule has another amount by now.
    const left = now.gross === 0 ? 0 : Number((BigInt(now.discount) * BigInt(gross)) / BigInt(now.gross))
    const weights = charges.map(({ discount }) => Math.max(0, discount))
    for (const [at, amount] of spread(Math.max(0, given - left), weights).entries()) {
      const charge = charges[at]
      if (charge) add(charge, amount)
    }
  }
  return [...due].flatMap(([key, amount]) => {
    const [component = '', payerId = ''] = key.split(' ')
    return amount > 0 ? [{ component, payerId, amount: minor(amount) }] : []
  })
}
