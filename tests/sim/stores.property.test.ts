import fc from 'fast-check'
import { expect, it } from 'vitest'
import { differenceUnder, storeCalls } from './stores.ts'

it('keeps in memory what IndexedDB keeps, under any calls', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(storeCalls, async (calls) => {
      expect(await differenceUnder(calls)).toBeUndefined()
    }),
    { numRuns: 150 },
  )
})
