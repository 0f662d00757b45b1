import { describe, expect, it } from 'vitest'
import { toInstant } from '#shared/kernel/time.ts'
import { type BreachDates, nextStep, noticeUntilMs, wrongDate } from './breach.rules.ts'

const hour = 3_600_000
const at = (hours: number) => toInstant(hours * hour)
const found: BreachDates = { discoveredAt: at(10), risk: 'high', authorityAt: null, familiesAt: null, closedAt: null }

describe('a data breach', () => {
  it('is told to the authority, then to families where the risk is high, and closed', () => {
    expect(nextStep(found)).toBe('tell-authority')
    expect(nextStep({ ...found, authorityAt: at(11) })).toBe('tell-families')
    expect(nextStep({ ...found, authorityAt: at(11), risk: 'low' })).toBe('close')
    expect(nextStep({ ...found, authorityAt: at(11), familiesAt: at(12) })).toBe('close')
    expect(nextStep({ ...found, closedAt: at(13) })).toBe('closed')
  })

  it('is to be told within 72 hours of its discovery', () => {
    expect(noticeUntilMs(found)).toBe(82 * hour)
  })

  it('has no date in the future, and none before its discovery', () => {
    expect(wrongDate(found, 20 * hour)).toBeUndefined()
    expect(wrongDate(found, 9 * hour)).toBe('discoveredAt')
    expect(wrongDate({ ...found, authorityAt: at(9) }, 20 * hour)).toBe('authorityAt')
    expect(wrongDate({ ...found, authorityAt: at(21) }, 20 * hour)).toBe('authorityAt')
    expect(wrongDate({ ...found, authorityAt: at(11), familiesAt: at(9) }, 20 * hour)).toBe('familiesAt')
  })
})
