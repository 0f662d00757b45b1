// chunk: till-sheets
import { type Minor, minor } from '#shared/kernel/money.ts'

/** A closed or open shift with the cash that should be in its drawer and what was counted, null where nobody has. */
export interface CountedShift {
  expected: number
  counted: number | null
}

export interface OverShort {
  /** How many shifts were counted, and how many were not. */
  counted: number
  uncounted: number
  over: Minor
  /** Positive: so much was missing. */
  short: Minor
  /** `over` less `short`. */
  difference: Minor
}

/** Sums differences of drawers: what was too much never makes good what was missing elsewhere. */
export function overShort(shifts: readonly CountedShift[]): OverShort {
  const differences = shifts.flatMap(({ expected, counted }) => (counted === null ? [] : [counted - expected]))
  const over = minor(differences.reduce((n, each) => n + Math.max(0, each), 0))
  const short = minor(differences.reduce((n, each) => n + Math.max(0, -each), 0))
  return {
    counted: differences.length,
    uncounted: shifts.length - differences.length,
    over,
    short,
    difference: minor(over - short),
  }
}
