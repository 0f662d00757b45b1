import { describe, expect, it } from 'vitest'
import { historyOf } from './history.ts'
import { runHistory } from './run-history.ts'
import { failureOf } from './walk.ts'

describe('the simulator', () => {
  it('lives through the same history to the letter again', { timeout: 60_000 }, async () => {
    for (const seed of [3, 14, 159]) {
      const [first, again] = [await runHistory(historyOf(seed)), await runHistory(historyOf(seed))]
      expect(again).toEqual(first)
      expect(first.operations).toBeGreaterThan(0)
    }
  })

  it('keeps every promise in a few histories; `npm test` walks two thousand more', { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= 5; seed += 1) expect(await failureOf(historyOf(seed))).toBeUndefined()
  })
})
