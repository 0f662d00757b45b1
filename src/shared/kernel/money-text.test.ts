import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Currency } from './fields.ts'
import { currencyExponents, parseDecimalText, toDecimalText } from './money.ts'

const currency = fc.constantFrom(...Currency.options)
const typedAmount = fc.oneof(fc.nat({ max: 12_000 }), fc.integer({ min: 0, max: 999_999_999_999 }))
const toArabic = (text: string) => text.replace(/\d/g, (d) => String.fromCharCode(0x660 + Number(d))).replace('.', '٫')

describe('currencyExponents', () => {
  it('follows ISO 4217 for the currencies of the Gulf', () => {
    expect(currencyExponents).toMatchObject({ QAR: 2, SAR: 2, AED: 2, KWD: 3, BHD: 3, OMR: 3, USD: 2, EUR: 2 })
  })

  it('names the same currencies as the contract accepts', () => {
    expect(Currency.options).toEqual(Object.keys(currencyExponents))
    expect(Currency.safeParse('XXX').success).toBe(false)
  })

  it('has at least one decimal everywhere, on which toDecimalText relies', () => {
    for (const exponent of Object.values(currencyExponents)) expect(exponent).toBeGreaterThan(0)
  })
})

describe('toDecimalText', () => {
  it.each([
    [12_345, 'KWD', '12.345'],
    [12_345, 'QAR', '123.45'],
    [5, 'KWD', '0.005'],
    [-5, 'QAR', '-0.05'],
    [0, 'OMR', '0.000'],
    [-0, 'OMR', '0.000'],
    [100, 'USD', '1.00'],
    [-123_456, 'BHD', '-123.456'],
    [Number.MAX_SAFE_INTEGER, 'SAR', '90071992547409.91'],
  ] as const)('%i in %s is %s', (amount, code, text) => {
    expect(toDecimalText(amount, code)).toBe(text)
  })
})

describe('parseDecimalText', () => {
  it.each([
    ['12.5', 'KWD', 12_500],
    ['١٢٫٥', 'KWD', 12_500],
    ['١٢.٥', 'QAR', 1_250],
    ['12٫5', 'QAR', 1_250],
    [' 7 ', 'QAR', 700],
    ['7.', 'QAR', 700],
    ['007', 'QAR', 700],
    ['0.005', 'KWD', 5],
    ['٠٫٠٠٥', 'KWD', 5],
    ['۱۲٫۵', 'QAR', 1250],
    ['999999999999.999', 'KWD', 999_999_999_999_999],
  ] as const)('reads %j in %s as %i', (text, code, amount) => {
    expect(parseDecimalText(text, code)).toBe(amount)
  })

  it.each(['', ' ', '.', '٫', '.5', '-1', '+1', '1e3', '0x10', '1,5', '1٬000', '1.2.3', '١٫٢٫٣', '1 2', 'NaN', '１２'])(
    'reads %j as no amount',
    (text) => {
      expect(parseDecimalText(text, 'KWD')).toBeUndefined()
    },
  )

  it('never rounds: one decimal too many is no amount, even a zero', () => {
    expect(parseDecimalText('1.005', 'QAR')).toBeUndefined()
    expect(parseDecimalText('1.000', 'QAR')).toBeUndefined()
    expect(parseDecimalText('1.0005', 'KWD')).toBeUndefined()
    expect(parseDecimalText('1.005', 'KWD')).toBe(1_005)
  })

  it('refuses more than twelve digits before the point instead of leaving the safe range', () => {
    expect(parseDecimalText('1000000000000', 'KWD')).toBeUndefined()
  })

  it('gives back what toDecimalText wrote, in Latin and in Arabic digits', () => {
    fc.assert(
      fc.property(currency, typedAmount, (code, amount) => {
        const text = toDecimalText(amount, code)
        expect(text.split('.')[1]).toHaveLength(currencyExponents[code])
        expect(parseDecimalText(text, code)).toBe(amount)
        expect(parseDecimalText(toArabic(text), code)).toBe(amount)
        expect(parseDecimalText(toArabic(text), code)).not.toBe(amount + 1)
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes no text for an amount that a person did not type as one', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'012٣٤.٫-, eE') }), currency, (text, code) => {
        const amount = parseDecimalText(text, code)
        if (amount === undefined) return
        expect(text.trim()).toMatch(/^[\d٠-٩۰-۹]{1,12}(?:[.٫][\d٠-٩۰-۹]*)?$/)
        expect(amount).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
