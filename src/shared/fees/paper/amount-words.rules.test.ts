import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Currency, currencyExponents } from '#shared/kernel/money.ts'
import { amountInWords } from './amount-words.rules.ts'

const kwd = (amount: number) => [amountInWords(amount, 'KWD', 'en'), amountInWords(amount, 'KWD', 'ar')]

describe('an amount in words', () => {
  it('FEE-50: 1, 2, 3, 11, 100 and 1,001.005 dinars', () => {
    expect([1_000, 2_000, 3_000, 11_000, 100_000, 1_001_005].map(kwd)).toEqual([
      ['one Kuwaiti dinar', 'دينار كويتي واحد'],
      ['two Kuwaiti dinars', 'ديناران كويتيان'],
      ['three Kuwaiti dinars', 'ثلاثة دنانير كويتية'],
      ['eleven Kuwaiti dinars', 'أحد عشر دينارًا كويتيًا'],
      ['one hundred Kuwaiti dinars', 'مئة دينار كويتي'],
      ['one thousand and one Kuwaiti dinars and five fils', 'ألف ودينار كويتي واحد وخمسة فلوس'],
    ])
  })

  it('FEE-50: 2.50 Qatari riyals', () => {
    expect(amountInWords(250, 'QAR', 'en')).toBe('two Qatari riyals and fifty dirhams')
    expect(amountInWords(250, 'QAR', 'ar')).toBe('ريالان قطريان وخمسون درهمًا')
  })

  it('FEE-50: agrees in gender with a feminine part', () => {
    const sar = (part: number) => amountInWords(part, 'SAR', 'ar')
    expect([1, 2, 3, 8, 10, 11, 12, 18, 21, 22, 28, 99].map(sar)).toEqual([
      'هللة واحدة',
      'هللتان',
      'ثلاث هللات',
      'ثماني هللات',
      'عشر هللات',
      'إحدى عشرة هللة',
      'اثنتا عشرة هللة',
      'ثماني عشرة هللة',
      'إحدى وعشرون هللة',
      'اثنتان وعشرون هللة',
      'ثمانٍ وعشرون هللة',
      'تسع وتسعون هللة',
    ])
  })

  it('FEE-50: joins thousands and millions as they are written', () => {
    const aed = (dirhams: number) => amountInWords(dirhams * 100, 'AED', 'ar')
    expect([102, 200, 208, 2_000, 11_000, 13_500, 45_120, 101_000, 200_000, 2_000_000, 3_250_700].map(aed)).toEqual([
      'مئة ودرهمان إماراتيان',
      'مئتا درهم إماراتي',
      'مئتان وثمانية دراهم إماراتية',
      'ألفا درهم إماراتي',
      'أحد عشر ألف درهم إماراتي',
      'ثلاثة عشر ألفًا وخمسمئة درهم إماراتي',
      'خمسة وأربعون ألفًا ومئة وعشرون درهمًا إماراتيًا',
      'مئة ألف وألف درهم إماراتي',
      'مئتا ألف درهم إماراتي',
      'مليونا درهم إماراتي',
      'ثلاثة ملايين ومئتان وخمسون ألفًا وسبعمئة درهم إماراتي',
    ])
    expect(amountInWords(325_070_011, 'AED', 'en')).toBe(
      'three million two hundred and fifty thousand seven hundred UAE dirhams and eleven fils',
    )
  })

  it('FEE-50: zero, part alone, and below zero', () => {
    expect(kwd(0)).toEqual(['zero Kuwaiti dinars', 'صفر دينار كويتي'])
    expect(kwd(5)).toEqual(['five fils', 'خمسة فلوس'])
    expect(kwd(-1_000)).toEqual(['minus one Kuwaiti dinar', 'ناقص دينار كويتي واحد'])
  })

  it('FEE-50: every amount of every currency has words of its own', () => {
    const currencies = fc.constantFrom(...(Object.keys(currencyExponents) as Currency[]))
    const amount = fc.nat(2_000_000_000)
    fc.assert(
      fc.property(currencies, fc.constantFrom('en' as const, 'ar' as const), amount, amount, (currency, lng, a, b) => {
        const [first, second] = [amountInWords(a, currency, lng), amountInWords(b, currency, lng)]
        expect(first === second).toBe(a === b)
        expect(first).not.toMatch(/undefined|\d|\s\s|^\s|\s$/)
      }),
    )
  })
})
