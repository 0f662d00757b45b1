import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardNoOf, cardNosOf, type ScannerProfile, usualScanner } from './scanner.rules.ts'

const hexReader: ScannerProfile = { prefix: ';', suffix: '?', numbers: 'hex', order: 'first' }
const decimalReader: ScannerProfile = { prefix: '', suffix: '', numbers: 'decimal', order: 'last' }

const chips = fc
  .constantFrom(4, 7)
  .chain((length) => fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length }))
  // A decimal number says nothing of bytes that are zero before it, beyond the chip's usual length.
  .filter((bytes) => bytes.length === 4 || (bytes[0] !== 0 && bytes.at(-1) !== 0))

const hexOf = (bytes: readonly number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')

describe('POS-75: one card at readers of different makes', () => {
  it('is the same number, whatever they type', () => {
    fc.assert(
      fc.property(chips, (bytes) => {
        const typedInHex = `;${hexOf(bytes)}?`
        const typedInDecimal = BigInt(`0x${hexOf(bytes.toReversed())}`).toString()
        const cardNo = cardNoOf(typedInHex, hexReader)
        expect(cardNo).toBe(hexOf(bytes).toUpperCase())
        expect(cardNoOf(typedInDecimal, decimalReader)).toBe(cardNo)
      }),
    )
  })

  it('is found under the number that the school had before', () => {
    expect(cardNosOf('04:A1:B2:C3', { ...hexReader, prefix: '', suffix: '' })).toEqual([
      '04A1B2C3',
      '04a1b2c3',
      '77705923',
      '0077705923',
      '04:A1:B2:C3',
    ])
    expect(cardNosOf('0077705923', { ...decimalReader, order: 'first' })).toContain('04A1B2C3')
  })

  it('two cards are never one', () => {
    fc.assert(
      fc.property(chips, chips, (one, other) => {
        fc.pre(hexOf(one) !== hexOf(other) && one.length === other.length)
        expect(cardNoOf(`;${hexOf(one)}?`, hexReader)).not.toBe(cardNoOf(`;${hexOf(other)}?`, hexReader))
      }),
    )
  })
})

it('a barcode passes a reader of chips as it is, and the usual one changes nothing', () => {
  expect(cardNoOf('AN-0042', hexReader)).toBe('AN-0042')
  expect(cardNosOf(' 6291041500213 ', usualScanner)).toEqual(['6291041500213'])
  expect(cardNoOf('123456789012345678901234567890', decimalReader)).toBe('123456789012345678901234567890')
})
