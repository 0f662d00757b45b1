import { expect, test } from 'vitest'
import { ean13 } from './build-catalogue.ts'

test('check digits of published examples', () => {
  expect(ean13('629104150021')).toBe('6291041500213')
  expect(ean13('400638133393')).toBe('4006381333931')
  expect(ean13('000000000000')).toBe('0000000000000')
})

test('anything but twelve digits is refused', () => {
  expect(() => ean13('12345')).toThrow(RangeError)
  expect(() => ean13('١٢٣٤٥٦٧٨٩٠١٢')).toThrow(RangeError)
})
