import fc from 'fast-check'
import { expect, it } from 'vitest'
import { backOffMs, maxWaitMs } from './back-off.ts'

const matchingText = (float: number) => ({ float: () => float, bytes: (count: number) => new Uint8Array(count) })
const almostOne = 1 - 2 ** -32

it('waits anywhere below a ceiling that doubles from half a second to a minute', () => {
  const ceilings = Array.from({ length: 9 }, (_, attempt) => backOffMs(attempt, matchingText(almostOne)) + 1)
  expect(ceilings).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(backOffMs(7, matchingText(0))).toBe(0)
})

it('stays whole, never negative and within a minute for any attempt', () => {
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: almostOne, noNaN: true }), (attempt, float) => {
      const ms = backOffMs(attempt, matchingText(float))
      expect(Number.isInteger(ms) && ms >= 0 && ms < maxWaitMs).toBe(true)
    }),
  )
})
