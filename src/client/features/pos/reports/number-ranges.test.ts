import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numberRanges } from './number-ranges.ts'

it('names every number once and no other, with room between any two ranges', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60 })), (numbers) => {
      const ranges = numberRanges(numbers)
      const named = ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
      expect(named).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      for (const [i, { from }] of ranges.entries()) {
        const before = ranges[i - 1]
        if (before) expect(from).toBeGreaterThan(before.to + 1)
      }
    }),
  )
})
