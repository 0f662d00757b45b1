/** Beginnings that are no name by themselves. */
const beginnings: ReadonlySet<string> = new Set([
  'abd',
  'abdul',
  'abdel',
  'abdal',
  'abu',
  'umm',
  'عبد',
  'أبو',
  'ابو',
  'أم',
])

/** Returns the first name within a full name, "Abdul Rahman" and «عبد الله» as one; null for none. */
export function firstName(name: string | null): string | null {
  const words = (name ?? '').trim().split(/\s+/)
  const [first = '', second] = words
  if (first === '') return null
  return beginnings.has(first.toLowerCase()) && second !== undefined ? `${first} ${second}` : first
}
