import { foldText } from '#shared/kernel/text/search.rules.ts'

/** A value as JSON carries it. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value }

/** What stands in place of somebody else's name. */
export const hidden = '▮▮▮'

const leastLetters = 3
const tokensOf = (name: string): string[] => name.trim().split(/\s+/).filter(Boolean)
const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/**
 * Returns what replaces the names of other children: full names, and first names that the child itself does not bear.
 * @param own names of the child
 */
export function namesHider(own: readonly string[], others: readonly string[]): (text: string) => string {
  const ownTokens = new Set(own.flatMap(tokensOf).map(foldText))
  const given = others
    .flatMap((name) => tokensOf(name)[0] ?? [])
    .filter((name) => name.length >= leastLetters && !ownTokens.has(foldText(name)))
  const ownFull = new Set(own.map(foldText))
  const words = [
    ...new Set([...others.map((name) => name.trim()).filter((name) => !ownFull.has(foldText(name))), ...given]),
  ]
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
  if (words.length === 0) return (text) => text
  const pattern = new RegExp(String.raw`(?<![\p{L}\p{M}])(?:${words.map(escape).join('|')})(?![\p{L}\p{M}])`, 'giu')
  return (text) => text.replace(pattern, hidden)
}

/** Changes every text of a value, also the names of its members. */
export function mapTexts(value: Value, change: (text: string) => string): Value {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each as Value, change))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [change(key), mapTexts(each, change)]))
  return value
}

/** Whether any of the names stands in a value. */
export const mentions = (value: Value, names: readonly string[]): boolean => {
  const text = foldText(JSON.stringify(value))
  return names.some((name) => text.includes(foldText(name)))
}

const isRecord = (value: Value): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Leaves of the lists in somebody's answers only the rows that name the child, where any does: a form may be about several children.
 * @param names full names of the child
 */
export function ownRows(value: Value, names: readonly string[]): Value {
  if (Array.isArray(value)) {
    const rows = value as readonly Value[]
    const own = rows.length > 1 && rows.every(isRecord) ? rows.filter((row) => mentions(row, names)) : rows
    return (own.length > 0 ? own : rows).map((row) => ownRows(row, names))
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, ownRows(each, names)]))
  return value
}

/** Takes what opens something out of a text: long words with capitals or digits that are no id; others are names of pages. */
export const withoutTokens = (text: string): string =>
  text.replace(/[A-Za-z0-9_-]{22,}/g, (word) =>
    /^[a-z-]+$/.test(word) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word) ? word : hidden,
  )
