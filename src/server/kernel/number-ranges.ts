/** Whole numbers from `from` to `to`, both included. */
export interface NumberRange {
  readonly from: number
  readonly to: number
}

/** Returns the parts of a range outside the others; in order, each as long as possible. */
export function without({ from, to }: NumberRange, taken: readonly NumberRange[]): NumberRange[] {
  const left: NumberRange[] = []
  let next = from
  for (const cut of taken.toSorted((a, b) => a.from - b.from)) {
    if (cut.from > to) break
    if (cut.from > next) left.push({ from: next, to: cut.from - 1 })
    next = Math.max(next, cut.to + 1)
  }
  if (next <= to) left.push({ from: next, to })
  return left
}

/** Counts the numbers in ranges that do not overlap. */
export const countOf = (ranges: readonly NumberRange[]): number =>
  ranges.reduce((n, { from, to }) => n + to - from + 1, 0)
