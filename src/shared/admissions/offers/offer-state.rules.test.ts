import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canBecome, isAnswerable, offerStates, offerTime, resumedExpiry } from './offer-state.rules.ts'

const state = fc.constantFrom(...offerStates)
const ms = fc.integer({ min: 0, max: 10_000 })

describe('the way of an offer', () => {
  it('ends once: nothing becomes of an offer that is over, and a family answers only what was sent', () => {
    for (const end of ['declined', 'expired', 'rescinded', 'superseded'] as const) {
      for (const to of offerStates) expect(canBecome(end, to)).toBe(false)
      expect(isAnswerable(end)).toBe(false)
    }
    fc.assert(
      fc.property(state, (from) => {
        if (canBecome(from, 'accepted')) expect(isAnswerable(from)).toBe(true)
        expect(canBecome(from, from)).toBe(false)
      }),
    )
  })

  it('leads from a draft to acceptance, and the school may end whatever is not over', () => {
    for (const from of ['draft', 'approved', 'sent', 'viewed', 'accepted'] as const) {
      expect([canBecome(from, 'rescinded'), canBecome(from, 'superseded')]).toEqual([true, true])
    }
    expect([canBecome('draft', 'approved'), canBecome('approved', 'sent'), canBecome('sent', 'accepted')]).toEqual([
      true,
      true,
      true,
    ])
    expect(canBecome('draft', 'accepted')).toBe(false)
  })
})

describe('the time of an offer', () => {
  it('is open, then in grace, then over, and stands still on hold for as long as the hold lasts', () => {
    fc.assert(
      fc.property(ms, ms, ms, ms, (expiresMs, graceMs, pausedMs, waitMs) => {
        const clock = { expiresMs, graceMs, pausedMs: null }
        expect(offerTime(clock, expiresMs - 1)).toBe('open')
        expect(offerTime(clock, expiresMs)).toBe(graceMs > 0 ? 'grace' : 'over')
        expect(offerTime(clock, expiresMs + graceMs)).toBe('over')
        const paused = { ...clock, pausedMs }
        expect(offerTime(paused, pausedMs + waitMs)).toBe('paused')
        // As long is left after it as there was before.
        expect(resumedExpiry(paused, pausedMs + waitMs) - (pausedMs + waitMs)).toBe(expiresMs - pausedMs)
        expect(resumedExpiry(clock, waitMs)).toBe(expiresMs)
      }),
    )
  })
})
