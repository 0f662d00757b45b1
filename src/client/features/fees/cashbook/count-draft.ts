// chunk: fees
import { countedCash, denominations, type CashCount } from '#shared/kernel/cash-count.rules.ts'
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Currency } from '#shared/kernel/money.ts'

/** What was typed of each note and coin, by its worth in minor units. */
export type TypedPiles = Readonly<Record<number, string>>

/** Returns how many were typed, 0 for an empty field; undefined where that is no whole number. */
const readCount = (text: string): number | undefined => {
  const latin = latinDigits(text.trim())
  if (latin === '') return 0
  return /^\d{1,6}$/.test(latin) ? Number(latin) : undefined
}

/**
 * Reads what was typed of a drawer.
 *
 * @param expected what must be in the drawer, in minor units
 * @returns `isTyped` once anything was counted, `isRight` where everything typed is a number; amounts in minor units
 */
export function readDrawer(currency: Currency, typed: TypedPiles, expected: number) {
  const piles = denominations[currency].map((worth) => {
    const text = typed[worth] ?? ''
    return { worth, text, count: readCount(text) }
  })
  const counts: CashCount = piles.map(({ worth, count = 0 }) => ({ worth, count })).filter(({ count }) => count > 0)
  const counted = countedCash(counts)
  return {
    piles,
    counts,
    counted,
    difference: counted - expected,
    isTyped: piles.some(({ text }) => text.trim() !== ''),
    isRight: piles.every(({ count }) => count !== undefined),
  }
}

export type Drawer = ReturnType<typeof readDrawer>

/** Returns what is missing before a session can be closed: a pile, a right number, or the reason of a difference. */
export function lacksOf(
  { isTyped, isRight, difference }: Drawer,
  reason: string,
): 'piles' | 'count' | 'reason' | undefined {
  if (!isTyped) return 'piles'
  if (!isRight) return 'count'
  return difference !== 0 && reason === '' ? 'reason' : undefined
}
