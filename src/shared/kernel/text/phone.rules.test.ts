import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callingCodes, formatNationalPhone, formatPhone, type PhoneCountry, parsePhone } from './phone.rules.ts'

describe('a phone number', () => {
  it.each([
    ['55123456', 'QA', '+97455123456', 'QA'],
    ['5512 3456', 'QA', '+97455123456', 'QA'],
    ['+974 5512-3456', 'KW', '+97455123456', 'QA'],
    ['00974 5512 3456', 'KW', '+97455123456', 'QA'],
    ['٥٥١٢٣٤٥٦', 'QA', '+97455123456', 'QA'],
    ['۰۵۰۱۲۳۴۵۶۷', 'AE', '+971501234567', 'AE'],
    ['+٩٧١ ٥٠ ١٢٣ ٤٥٦٧', 'QA', '+971501234567', 'AE'],
    ['050 123 4567', 'AE', '+971501234567', 'AE'],
    ['0501234567', 'SA', '+966501234567', 'SA'],
    ['(050) 123.4567', 'SA', '+966501234567', 'SA'],
    ['50012345', 'KW', '+96550012345', 'KW'],
    ['36001234', 'BH', '+97336001234', 'BH'],
    ['92123456', 'OM', '+96892123456', 'OM'],
    ['010 01234567', 'EG', '+201001234567', 'EG'],
    ['098765 43210', 'IN', '+919876543210', 'IN'],
    ['\u206855123456\u2069', 'QA', '+97455123456', 'QA'],
    ['＋９７４５５１２３４５６', 'AE', '+97455123456', 'QA'],
  ] as const)('%s in %s is %s', (text, country, e164, owner) => {
    expect(parsePhone(text, country)).toEqual({ e164, country: owner })
  })

  it.each([
    ['', 'QA', 'empty'],
    [' \u200f-', 'QA', 'empty'],
    ['call me', 'QA', 'not-a-number'],
    ['5512345a', 'QA', 'not-a-number'],
    ['5+5123456', 'QA', 'not-a-number'],
    ['5512', 'QA', 'too-short'],
    ['5512345678901', 'QA', 'too-long'],
    ['05012345678901234', 'AE', 'too-long'],
    ['00000000', 'QA', 'impossible'],
    ['+99912345678', 'QA', 'impossible'],
  ] as const)('%j in %s has the problem %s', (text, country, problem) => {
    expect(parsePhone(text, country)).toEqual({ problem })
  })

  it('is shown for abroad and for home, and what is none as it is', () => {
    expect(formatPhone('+97455123456')).toBe('+974 5512 3456')
    expect(formatPhone('+971501234567')).toBe('+971 50 123 4567')
    expect(formatNationalPhone('+971501234567')).toBe('050 123 4567')
    expect(formatPhone('ext. 12')).toBe('ext. 12')
    expect(formatNationalPhone('')).toBe('')
  })

  it('reads back whatever it shows, in any country', () => {
    const mobile = fc.stringMatching(/^[3567]\d{7}$/)
    fc.assert(
      fc.property(mobile, fc.constantFrom<PhoneCountry>('QA', 'KW', 'AE', 'GB'), (text, elsewhere) => {
        const read = parsePhone(text, 'QA')
        fc.pre('e164' in read)
        expect(read.e164).toMatch(/^\+974\d{8}$/)
        expect(parsePhone(read.e164, elsewhere)).toEqual(read)
        expect(parsePhone(formatPhone(read.e164), elsewhere)).toEqual(read)
      }),
    )
  })

  it('is never a reason to throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const read = parsePhone(text, 'QA')
        expect('problem' in read || /^\+\d{6,15}$/.test(read.e164)).toBe(true)
      }),
    )
  })
})

describe('the calling codes', () => {
  it('begin with the school’s country and the Gulf, and name every country once', () => {
    const codes = callingCodes('KW')
    expect(codes.slice(0, 6).map(({ country }) => country)).toEqual(['KW', 'QA', 'AE', 'SA', 'BH', 'OM'])
    expect(codes[0]).toEqual({ country: 'KW', code: '+965' })
    expect(codes.length).toBeGreaterThan(230)
    expect(new Set(codes.map(({ country }) => country)).size).toBe(codes.length)
    expect(callingCodes('EG').slice(0, 2)).toEqual([
      { country: 'EG', code: '+20' },
      { country: 'QA', code: '+974' },
    ])
    expect(codes.every(({ code }) => /^\+\d{1,3}$/.test(code))).toBe(true)
  })
})
