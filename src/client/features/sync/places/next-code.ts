/**
 * Returns the code after the last one: `B` after `A`, `03` after `02`; empty where none follows by itself.
 * @param first of a list that is empty
 */
export function nextCode(codes: readonly string[], first: string): string {
  const last = codes.toSorted().at(-1)
  if (last === undefined) return first
  if (/^\d+$/.test(last)) {
    const next = String(Number(last) + 1).padStart(last.length, '0')
    return next.length <= 4 ? next : ''
  }
  return /^[A-Y]$/.test(last) ? String.fromCodePoint((last.codePointAt(0) ?? 0) + 1) : ''
}
