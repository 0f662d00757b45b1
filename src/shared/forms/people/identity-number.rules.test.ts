import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkIdentityNumber, type IdentityCountry, readIdentityNumber } from './identity-number.rules.ts'

/** The last digit, found by trying all ten: how a check digit is made is not what this test repeats. */
const finish = (country: IdentityCountry, body: string): string[] =>
  [...'0123456789'].map((digit) => body + digit).filter((number) => checkIdentityNumber(country, number) === 'fine')

const digits = (count: number) => fc.stringMatching(new RegExp(`^\\d{${count}}$`))

describe('an identity number', () => {
  it.each([
    ['AE', '784-1990-1234567-6', '1990-05-17'],
    ['AE', '784 2016 7654321 4', '2016-01-01'],
    ['SA', '1012345672', '2015-03-04'],
    ['SA', '2012345670', '2015-03-04'],
    ['KW', '315052300124', '2015-05-23'],
    ['KW', '290123103454', '1990-12-31'],
  ] as const)('%s %s is fine', (country, number, birthDate) => {
    expect(checkIdentityNumber(country, number, birthDate)).toBe('fine')
    expect(checkIdentityNumber(country, number)).toBe('fine')
    const arabic = number.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)))
    expect(checkIdentityNumber(country, `\u2067${arabic} \u2069`, birthDate)).toBe('fine')
  })

  it.each([
    ['AE', '784-1990-1234567-5', 'check-digit'],
    ['AE', '785-1990-1234567-6', 'wrong-beginning'],
    ['AE', '784-1790-1234567-6', 'impossible-birth-date'],
    ['AE', '784-1990-123456-6', 'wrong-length'],
    ['AE', '784-1990-12345x7-6', 'not-digits'],
    ['SA', '1012345673', 'check-digit'],
    ['SA', '3012345672', 'wrong-beginning'],
    ['SA', '101234567', 'wrong-length'],
    ['KW', '315052300121', 'check-digit'],
    ['KW', '115052300124', 'wrong-beginning'],
    ['KW', '315022900121', 'impossible-birth-date'],
    ['KW', '315133100121', 'impossible-birth-date'],
    ['KW', '31505230012', 'wrong-length'],
  ] as const)('%s %s: %s', (country, number, finding) => {
    expect(checkIdentityNumber(country, number)).toBe(finding)
  })

  it('is compared with the birth date where it carries one', () => {
    expect(checkIdentityNumber('AE', '784-1990-1234567-6', '1991-05-17')).toBe('birth-date-differs')
    expect(checkIdentityNumber('KW', '315052300124', '2015-05-24')).toBe('birth-date-differs')
    expect(checkIdentityNumber('SA', '1012345672', '1871-01-01')).toBe('fine')
  })

  it('may be left out', () => {
    for (const country of ['AE', 'KW', 'SA'] as const) {
      for (const empty of ['', '  ', '\u200f', '-'])
        expect(checkIdentityNumber(country, empty, '2020-01-01')).toBe('fine')
    }
  })

  it('has exactly one check digit, or in Kuwait at most one', () => {
    fc.assert(
      fc.property(digits(11), digits(8), digits(4), (emirates, saudi, kuwait) => {
        expect(finish('AE', `7842014${emirates.slice(0, 7)}`)).toHaveLength(1)
        expect(finish('SA', `1${saudi}`)).toHaveLength(1)
        expect(finish('KW', `3140229${kuwait}`)).toEqual([])
        expect(finish('KW', `3160229${kuwait}`).length).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('finds one wrong digit, wherever it is', () => {
    const one = fc.constantFrom(
      ['AE', '784199012345676'] as const,
      ['SA', '1012345672'] as const,
      ['KW', '315052300124'] as const,
    )
    fc.assert(
      fc.property(one, fc.nat(14), fc.nat(9), ([country, number], at, wrong) => {
        fc.pre(at < number.length && number[at] !== String(wrong))
        expect(checkIdentityNumber(country, number.slice(0, at) + wrong + number.slice(at + 1))).not.toBe('fine')
      }),
      { numRuns: 2_000 },
    )
  })

  it('is never a reason to throw', () => {
    fc.assert(
      fc.property(fc.constantFrom('AE', 'KW', 'SA'), fc.string({ unit: 'binary' }), (country, text) => {
        expect(checkIdentityNumber(country, text)).toBeTypeOf('string')
        expect(readIdentityNumber(readIdentityNumber(text))).toBe(readIdentityNumber(text))
      }),
    )
  })
})
