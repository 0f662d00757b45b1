import { describe, expect, it } from 'vitest'
import { historyOf } from './history.ts'
import { runHistory } from './run-history.ts'
import type { Step } from './steps.ts'
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

  it('sends a sale again that came late, where the copy of the server says that it was set aside', async () => {
    const at = { till: 0, page: 0 }
    const steps: Step[] = [
      { do: 'refuse-poison', status: 400, isOurs: false },
      { do: 'sell-poison', ...at },
      { do: 'old-copy', ...at },
      { do: 'sell-poison', ...at },
      { do: 'pass', ms: 20_000 },
      { do: 'let-poison-through' },
      { do: 'retry', ...at },
      { do: 'old-copy', ...at },
      { do: 'jump', till: 0, minutes: -180 },
      { do: 'close-set-aside', ...at },
      { do: 'sell', ...at, count: 1, customer: null, amount: 1, gapMs: 0, taps: 1 },
      { do: 'send-now', ...at },
      { do: 'pass', ms: 5 },
    ]
    expect(await failureOf({ seed: 705_291_743, devices: 1, steps })).toBeUndefined()
  })
})
