import { divideRounded, type Minor, minor, spread, sum } from '#shared/kernel/money.ts'

/*
 * Discounts on the lines of one child: fixed amounts first, then percentages, highest first, each of what is left unless its rule
 * says "on gross". No line goes below 0, and only lines that may be discounted are.
 */

export interface DiscountableLine {
  readonly component: string
  readonly gross: number
  readonly isDiscountable: boolean
}

export interface Discount {
  readonly id: string
  readonly value: { readonly amount: number } | { readonly ppm: number; readonly onGross?: boolean }
  /** All that may be discounted, unless named. */
  readonly components?: readonly string[] | undefined
  /** What the cap for the family and year still allows, in minor units. */
  readonly capLeft?: number | undefined
}

/** A discount as it is printed on a line; amounts above 0. */
export interface AppliedDiscount {
  readonly id: string
  readonly amount: Minor
}

export interface DiscountedLine {
  readonly component: string
  readonly gross: Minor
  readonly discounts: readonly AppliedDiscount[]
  readonly net: Minor
}

interface Working {
  readonly line: DiscountableLine
  left: number
  readonly discounts: AppliedDiscount[]
}

/** Returns each line with the discounts applied to it, in the order in which they were applied. Lines below 0 throw RangeError. */
export function applyDiscounts(
  lines: readonly DiscountableLine[],
  discounts: readonly Discount[],
): readonly DiscountedLine[] {
  if (lines.some(({ gross }) => gross < 0)) throw new RangeError('a line to discount is not below 0')
  const working = lines.map((line): Working => ({ line, left: line.gross, discounts: [] }))
  for (const discount of inOrder(discounts)) apply(discount, working)
  return working.map(({ line, left, discounts }) => ({
    component: line.component,
    gross: minor(line.gross),
    discounts,
    net: minor(left),
  }))
}

const ppmOf = ({ value }: Discount): number => ('ppm' in value ? value.ppm : Number.POSITIVE_INFINITY)

/** Ties by id, so that one set of discounts has one result. */
const inOrder = (discounts: readonly Discount[]): Discount[] =>
  discounts.toSorted((a, b) => {
    const [first, second] = [ppmOf(a), ppmOf(b)]
    return first === second ? (a.id < b.id ? -1 : 1) : second - first
  })

function apply(discount: Discount, working: readonly Working[]): void {
  const { id, value, components, capLeft } = discount
  const of = working.filter(({ line }) => line.isDiscountable && (components?.includes(line.component) ?? true))
  const left = sum(of.map((each) => each.left))
  const wanted = 'amount' in value ? value.amount : percentage(value, of)
  const total = Math.max(0, Math.min(wanted, left, capLeft ?? Number.POSITIVE_INFINITY))
  if (total === 0) return
  const weights = of.map((each) => each.left)
  for (const [no, amount] of spread(total, weights).entries()) {
    const each = of[no]
    if (!each || amount === 0) continue
    each.left -= amount
    each.discounts.push({ id, amount })
  }
}

function percentage({ ppm, onGross = false }: { ppm: number; onGross?: boolean }, of: readonly Working[]): number {
  const basis = sum(of.map(({ line, left }) => (onGross ? line.gross : left)))
  return Number(divideRounded(BigInt(basis) * BigInt(ppm), 1_000_000n))
}
