import { describe, expect, it } from 'vitest'
import { createFormat } from './format.ts'

const en = createFormat('en', 'Asia/Qatar', 'QAR')
const ar = createFormat('ar', 'Asia/Kuwait', 'KWD')
/** Marks that only set directions; a reader does not see them. */
const seen = (text: string) => text.replaceAll(/[\u2066-\u2069\u200e\u200f\u061c]/g, '').replaceAll('\u00a0', ' ')

describe('amounts', () => {
  it('keep the decimals of their currency and every digit', () => {
    expect(en.amount(123_450)).toBe('1,234.50')
    expect(en.amount(5, 'KWD')).toBe('0.005')
    expect(en.amount(-1250)).toBe('-12.50')
    expect(en.amount(900_719_925_474_099)).toBe('9,007,199,254,740.99')
  })

  it('are written with Latin digits in both languages, the currency where the reader expects it', () => {
    expect(seen(en.money(1250))).toBe('QAR 12.50')
    expect(seen(ar.money(1350))).toBe('1.350 د.ك')
  })
})

describe('times', () => {
  it('are the school’s, not the device’s', () => {
    expect(en.time('2026-05-04T22:30:00Z')).toBe('01:30')
    expect(en.day('2026-05-04T22:30:00Z')).toBe('5 May 2026')
    expect(seen(ar.dateTime('2026-05-04T09:05:00Z'))).toContain('12:05')
  })

  it('have an age in words, never in the future', () => {
    const now = Date.parse('2026-05-04T09:00:00Z')
    expect(en.ago(now - 12 * 60_000, now)).toContain('12')
    expect(en.ago(now + 60_000, now)).toBe(en.ago(now, now))
    expect(en.ago(now - 3 * 86_400_000, now)).toContain('3')
  })
})
