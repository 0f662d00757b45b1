import fc from 'fast-check'
import { expect, it } from 'vitest'
import { businessDay, dayAfter, dayMs } from '#shared/kernel/time.ts'
import { paperDecidedMs } from './consent-paper.rules.ts'

const zones = fc.constantFrom('UTC', 'Asia/Qatar', 'Asia/Kuwait', 'America/New_York')
const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2032, 0, 1) })

it('is of its day, never after now, and of one day a no is never before a yes', () => {
  fc.assert(
    fc.property(zones, moments, fc.integer({ min: 0, max: 400 }), (timeZone, nowMs, days) => {
      const today = businessDay(nowMs, timeZone, 0)
      const on = dayAfter(today, -days)
      const [yes, no] = [true, false].map((agrees) => paperDecidedMs({ on, today, nowMs, timeZone }, agrees))
      for (const at of [yes ?? 0, no ?? 0]) {
        expect(businessDay(at, timeZone, 0)).toBe(on)
        expect(at).toBeLessThanOrEqual(nowMs)
        expect(nowMs - at).toBeLessThan((days + 2) * dayMs)
      }
      expect(no).toBeGreaterThanOrEqual(yes ?? 0)
    }),
  )
})
