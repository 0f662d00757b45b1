import { type Minor, minor, spread, sum } from '#shared/kernel/money.ts'
import type { LeavingOfComponent } from './child-leaving.rules.ts'

/** Adds to each component what falls back of the discounts of what is kept of it, in minor units with tax. */
export const withDiscountsBack = (
  components: readonly LeavingOfComponent[],
  backOf: (code: string) => number,
): LeavingOfComponent[] =>
  components.map((component) => {
    const back = minor(backOf(component.code))
    if (back === 0) return component
    const lines = [...component.lines, { rule: 'discounts-end' as const, kept: back }]
    return { ...component, kept: sum([component.kept, back]), lines }
  })

/** A charge of the year: one payer's part of a component. */
export interface LeavingCharge {
  readonly chargeId: string
  readonly payerId: string
  readonly component: string
  readonly part: number
  /** Less what was credited or written off, in minor units. */
  readonly owed: number
  /** Cheques that have not cleared are left out. */
  readonly paid: number
  /** Whether it is seat money: of its part it is kept first. */
  readonly isSeat?: boolean
}

/** Divides what is kept of each component over its charges: the first parts first, a part among its payers by what each owes. */
export function keptByCharge(
  components: readonly Pick<LeavingOfComponent, 'code' | 'kept'>[],
  charges: readonly LeavingCharge[],
): Map<string, Minor> {
  const kept = new Map<string, Minor>()
  for (const { code, kept: whole } of components) {
    let left: number = whole
    const mine = charges.filter(({ component }) => component === code)
    const order = ({ part, isSeat = false }: LeavingCharge) => 2 * part + (isSeat ? 0 : 1)
    for (const place of [...new Set(mine.map(order))].toSorted((a, b) => a - b)) {
      const of = mine.filter((each) => order(each) === place)
      const owed = of.reduce((all, each) => all + each.owed, 0)
      const shares = spread(
        Math.min(left, owed),
        of.map((each) => each.owed),
      )
      for (const [at, { chargeId }] of of.entries()) kept.set(chargeId, shares[at] ?? minor(0))
      left -= Math.min(left, owed)
    }
  }
  return kept
}
