import { describe, expect, it } from 'vitest'
import { countedCash, denominations, isCountOf } from '#shared/kernel/cash-count.rules.ts'
import { currencyExponents } from '#shared/kernel/money.ts'
import { expectedCash } from './cash-count.rules.ts'

describe('counting cash', () => {
  it('knows notes and coins of every currency, the greatest first and each once', () => {
    for (const currency of Object.keys(currencyExponents) as (keyof typeof currencyExponents)[]) {
      const known = denominations[currency]
      expect(known, currency).toEqual([...new Set(known)].toSorted((a, b) => b - a))
      expect(known.length, currency).toBeGreaterThan(5)
    }
  })

  it('FEE-48: adds what was counted and says what must be there', () => {
    const counts = [
      { worth: 50_000, count: 3 },
      { worth: 25, count: 4 },
    ]
    expect(countedCash(counts)).toBe(150_100)
    expect(isCountOf('QAR', counts)).toBe(true)
    expect(isCountOf('QAR', [{ worth: 20_001, count: 1 }])).toBe(false)
    expect(isCountOf('QAR', [...counts, { worth: 25, count: 1 }])).toBe(false)
    expect(expectedCash({ float: 10_000, receipts: 150_000, refunds: 5_000, banked: 100_000 })).toBe(55_000)
  })
})
