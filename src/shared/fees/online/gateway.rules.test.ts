import { expect, it } from 'vitest'
import { nextAskAt } from './gateway.rules.ts'

it('FEE-33: an open payment is asked for after 1 and 5 minutes, every 15 minutes while its link lives, then hourly to 48 hours', () => {
  const minute = 60_000
  const asks: number[] = []
  for (let at: number | null = nextAskAt(0, 0); at !== null; at = nextAskAt(0, at)) asks.push(at / minute)
  expect(asks.slice(0, 6)).toEqual([1, 5, 15, 30, 45, 60])
  expect(asks.filter((at) => at > 23.6 * 60 && at < 27 * 60)).toEqual([23.75, 24, 25, 26].map((hours) => hours * 60))
  expect(asks.at(-1)).toBe(48 * 60)
  expect(nextAskAt(0, 14 * minute)).toBe(15 * minute)
})
