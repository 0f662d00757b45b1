import { describe, expect, it } from 'vitest'
import { emptyRule, readRule, timeText } from './rule-draft.ts'

const as = { id: '10000000-0000-4000-8000-000000000001', source: 'parent', currency: 'QAR' } as const
const termsOf = (more: Partial<typeof emptyRule>) => readRule({ ...emptyRule, ...more }, as)?.terms

describe('a rule as it is typed', () => {
  it('reads amounts in minor units, also in Arabic digits, and times of day', () => {
    expect(termsOf({ kind: 'day', amount: '١٥' })).toEqual({ kind: 'day', most: 1500 })
    expect(termsOf({ kind: 'period', amount: '10.50', from: '9:05', until: '10:00' })).toEqual({
      kind: 'period',
      most: 1050,
      period: { from: 545, until: 600 },
    })
    expect(timeText(545)).toBe('09:05')
  })
  it('is not read with something missing or turned round', () => {
    expect(termsOf({ kind: 'day' })).toBeUndefined()
    expect(termsOf({ kind: 'no-item' })).toBeUndefined()
    expect(termsOf({ kind: 'no-allergen', target: 'stone' })).toBeUndefined()
    expect(termsOf({ kind: 'period', amount: '1', from: '13:00', until: '11:00' })).toBeUndefined()
    expect(termsOf({ kind: 'pieces', target: as.id, pieces: '0' })).toBeUndefined()
  })
})
