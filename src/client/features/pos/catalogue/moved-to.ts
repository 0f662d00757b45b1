/** Returns the list with one of it at another place; a place beyond the ends is the nearest end. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(Math.max(0, Math.min(rest.length, to)), 0, ...list.slice(from, from + 1))
}
