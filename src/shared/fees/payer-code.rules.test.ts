import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPayerCodes, formatPayerCode, isPayerCode, makePayerCode } from './payer-code.rules.ts'

const randomOf = (numbers: readonly number[]) => {
  let at = 0
  return { bytes: (count: number) => new Uint8Array(count), float: () => numbers[at++ % numbers.length] ?? 0 }
}
const code = fc
  .array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 6, maxLength: 6 })
  .map((numbers) => makePayerCode(randomOf(numbers)))

describe('the code of a payer', () => {
  it('FEE-39: is found in a bank’s text, however the bank writes it', () => {
    fc.assert(
      fc.property(code, (made) => {
        expect(isPayerCode(made)).toBe(true)
        expect(findPayerCodes(`TRF ${made.toLowerCase()}/FEES 1234567`)).toEqual([made])
        expect(findPayerCodes(`FEES ${formatPayerCode(made)} AND ${made}`)).toEqual([made])
      }),
    )
  })

  it('FEE-39: is none with one letter changed, with two swapped, or inside a longer word', () => {
    fc.assert(
      fc.property(code, fc.nat(6), fc.nat(6), fc.constantFrom(...'CFHJKMNPRTWXY'), (made, at, other, letter) => {
        const changed = made.slice(0, at) + letter + made.slice(at + 1)
        expect(isPayerCode(changed)).toBe(changed === made)
        const letters = [...made]
        ;[letters[at], letters[other]] = [letters[other] ?? '', letters[at] ?? '']
        expect(isPayerCode(letters.join(''))).toBe(letters.join('') === made)
        expect(findPayerCodes(`${made}A`)).toEqual([])
      }),
    )
  })
})
