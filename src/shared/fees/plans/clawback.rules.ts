import { minor, type Minor } from '#shared/kernel/money.ts'

/*
 * What of a discount is taken back when its reason ends within the year: a sibling leaves and others move up, a grant ends, the child
 * itself leaves. Charges stay as they were issued; the difference is one line on the next invoice, and never a credit. A rule that was
 * changed since then re-prices nothing: what was applied decides.
 */

/** Part of a line that is taken back outside the parts of a plan. */
export const clawbackPart = 0

type Value = { readonly ppm: number } | { readonly amount: number }

/** What a discount went by when it was applied. */
export interface DiscountBasis {
  /** Rank among siblings; null for a granted discount. */
  readonly rank: number | null
  /** Amounts of the rule by rank; the only one of a granted discount. */
  readonly amounts: readonly Value[]
  /** Whether the rule had a cap for the family. */
  readonly isCapped: boolean
  /** Whether the rule said that it is taken back. */
  readonly isClawedBack: boolean
}

/** Reason of a discount now: the rank among siblings, or a grant that holds, with the amount where it has its own. */
export type DiscountReason =
  | { readonly rank: number; readonly amounts: readonly Value[] }
  | { readonly isGranted: boolean; readonly own: Value | null }

/** Discount on a charge, in minor units. */
interface Given {
  readonly gross: number
  readonly discount: number
  /** Undefined for charges that were issued before it was kept. */
  readonly basis: DiscountBasis | undefined
}

/** Returns what stays of a discount: all of it, unless the rank or the grant of the child is lower than when it was applied. */
export function discountThatStays({ gross, discount, basis }: Given, now: DiscountReason): number {
  if (basis && !basis.isClawedBack) return discount
  if ('isGranted' in now) {
    if (!now.isGranted) return 0
    const then = basis?.amounts[0]
    return then && now.own ? lowered({ gross, discount, isCapped: basis.isCapped }, then, now.own) : discount
  }
  if (!basis || basis.rank === null) return isFirstWithoutAny(now) ? 0 : discount
  if (now.rank >= basis.rank) return discount
  const [then, left] = [basis.rank, now.rank].map((rank) => atRank(basis.amounts, rank))
  return then && left ? lowered({ gross, discount, isCapped: basis.isCapped }, then, left) : discount
}

const atRank = (amounts: readonly Value[], rank: number): Value | undefined =>
  amounts[Math.min(rank, amounts.length) - 1]

const numberOf = (value: Value): number => ('ppm' in value ? value.ppm : value.amount)

/** Without what was applied, only this is sure: a first child gets nothing by a rule that has something for others. */
const isFirstWithoutAny = ({ rank, amounts }: { rank: number; amounts: readonly Value[] }): boolean =>
  rank === 1 && amounts.map(numberOf).some((each, at) => at > 0 && each > 0) && amounts.slice(0, 1).every(isNothing)

const isNothing = (value: Value): boolean => numberOf(value) === 0

/** In proportion; below a cap it is what the lower amount would give by itself, where that is more. */
function lowered(
  { gross, discount, isCapped }: { gross: number; discount: number; isCapped: boolean },
  then: Value,
  now: Value,
): number {
  if (isNothing(now)) return 0
  if ('ppm' in then !== 'ppm' in now || numberOf(now) >= numberOf(then)) return discount
  const whole = 'ppm' in now ? (BigInt(gross) * BigInt(now.ppm)) / 1_000_000n : BigInt(now.amount)
  const part = (BigInt(discount) * BigInt(numberOf(now))) / BigInt(numberOf(then))
  return Math.min(discount, Number(isCapped && whole > part ? whole : part))
}

/** Discount of one rule on a charge that stands. Amounts in minor units; below zero where it was taken back already. */
export interface IssuedDiscount {
  readonly component: string
  readonly payerId: string
  readonly discount: number
  /** What of it stays; nothing of what was taken back. */
  readonly stays: number
}

interface TakenBack {
  readonly component: string
  readonly payerId: string
  readonly amount: Minor
}

/** Returns what each payer gives back of a rule's discount by component: what was given above what stays of it. */
export function clawback(issued: readonly IssuedDiscount[]): TakenBack[] {
  const keyOf = ({ component, payerId }: IssuedDiscount) => `${component} ${payerId}`
  return [...Map.groupBy(issued, keyOf).values()].flatMap((mine) => {
    const [first] = mine
    const amount = mine.reduce((all, { discount, stays }) => all + discount - stays, 0)
    if (!first || amount <= 0) return []
    return [{ component: first.component, payerId: first.payerId, amount: minor(amount) }]
  })
}
