import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closedByOf, studentOutcomes } from '#shared/students/student-status.rules.ts'
import { refundOf, refundPercent } from './refund.rules.ts'

it('is never more than what came, all of it when the school ends it, and by the school’s rule for everybody else', () => {
  const percent = fc.integer({ min: 0, max: 100 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50_000_000 }), percent, (received, share) => {
      const back = refundOf(received, share)
      expect(back).toBeGreaterThanOrEqual(0)
      expect(back).toBeLessThanOrEqual(received)
      expect(back * 100).toBeGreaterThanOrEqual(received * share)
      expect(refundOf(received, 100)).toBe(received)
      for (const outcome of studentOutcomes) {
        const given = refundPercent(outcome, share)
        expect(given).toBe(closedByOf[outcome] === 'school' || outcome === 'intake-closed' ? 100 : share)
      }
    }),
  )
})
