/**
 * Replaces what databases cannot store in every text of a value: half a surrogate pair (cut off by a length limit) becomes a
 * replacement character, and NUL is removed. A reason typed at a till must never make a fact invalid.
 */
export function storableText<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\u0000', '') as T
  if (Array.isArray(value)) return value.map((each: unknown) => storableText(each)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storableText(each as unknown)])) as T
}
