/** Whole numbers as inclusive ranges, lowest first: 3, 4, 5, 9 → 3–5, 9. */
export function numberRanges(numbers: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = []
  for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && last.to === n - 1) last.to = n
    else ranges.push({ from: n, to: n })
  }
  return ranges
}
