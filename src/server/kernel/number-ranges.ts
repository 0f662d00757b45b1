/** Whole numbers from `from` to `to`, both included. */
export interface NumberRange {
  readonly from: number
  readonly to: number
}

/** What is left of a range without others; in order, each part as long as it can be. */
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

/** How many numbers there are in ranges that do not overlap. */
export const countOf = (ranges: readonly NumberRange[]): number =>
  ranges.reduce((n, { from, to }) => n + to - from + 1, 0)
