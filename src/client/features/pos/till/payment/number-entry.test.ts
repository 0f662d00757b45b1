import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryAmount, entryPercent, type PadKey, padKeyOf, pressKey, quickCash } from './number-entry.ts'

const type = (keys: string, currency: 'QAR' | 'KWD' = 'QAR') =>
  [...keys].reduce((entry, key) => pressKey(entry, padKeyOf(key) ?? 'clear', currency), '')

describe('the number pad', () => {
  it('reads what was typed as an amount of the currency', () => {
    expect(entryAmount(type('12.5'), 'QAR')).toBe(1250)
    expect(entryAmount(type('12.5', 'KWD'), 'KWD')).toBe(12_500)
    expect(entryAmount(type('.250', 'KWD'), 'KWD')).toBe(250)
    expect(entryAmount(type('٣٫٥'), 'QAR')).toBe(350)
    expect(entryAmount('', 'QAR')).toBeUndefined()
    expect(entryAmount('0.', 'QAR')).toBe(0)
  })

  it('takes no more decimals than the currency has, one point and no leading zeros', () => {
    expect(type('1.239')).toBe('1.23')
    expect(type('1.2394', 'KWD')).toBe('1.239')
    expect(type('1.2.3')).toBe('1.23')
    expect(type('007')).toBe('7')
    expect(type('123456789')).toBe('1234567')
  })

  it('erases one key or all', () => {
    expect(pressKey('12.', 'back', 'QAR')).toBe('12')
    expect(pressKey('', 'back', 'QAR')).toBe('')
    expect(pressKey('12.5', 'clear', 'QAR')).toBe('')
  })

  it('shows a readable amount after any keys at all', () => {
    const keys = fc.array(fc.constantFrom<PadKey>('0', '1', '5', '9', '.', 'back'), { maxLength: 30 })
    fc.assert(
      fc.property(keys, fc.constantFrom('QAR' as const, 'KWD' as const), (pressed, currency) => {
        const entry = pressed.reduce((text, key) => pressKey(text, key, currency), '')
        expect(entry === '' || entryAmount(entry, currency) !== undefined).toBe(true)
      }),
    )
  })

  it('reads percents up to one hundred', () => {
    expect(entryPercent('12.5')).toBe(125_000)
    expect(entryPercent('100')).toBe(1_000_000)
    expect(entryPercent('100.01')).toBeUndefined()
    expect(entryPercent('')).toBeUndefined()
  })

  it('leaves all other keys to others', () => {
    expect(['Enter', 'Tab', 'a', 'F4', 'Escape'].map(padKeyOf)).toEqual(Array(5).fill(undefined))
  })
})

describe('quick cash', () => {
  it('offers what people hand over', () => {
    expect(quickCash(1750, 'QAR')).toEqual([1800, 2000, 5000, 10_000])
    expect(quickCash(1150, 'KWD')).toEqual([1250, 1500, 2000, 5000])
    expect(quickCash(0, 'QAR')).toEqual([])
  })

  it('never offers too little, nor the same twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (asked) => {
        const offered = quickCash(asked, 'QAR')
        expect(offered.every((amount) => amount > asked)).toBe(true)
        expect(new Set(offered).size).toBe(offered.length)
      }),
    )
  })
})
