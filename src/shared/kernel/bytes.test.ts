import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toBase64Url, toHex } from './bytes.ts'

it('writes bytes with the two signs that addresses allow, and without padding', () => {
  expect(toBase64Url(Uint8Array.of(251, 255, 190, 0))).toBe('-_--AA')
  expect(toHex(Uint8Array.of(0, 15, 255))).toBe('000fff')
})

it('writes every byte so that it can be read again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      const pairs = toHex(bytes).match(/../g) ?? []
      expect(pairs.map((pair) => Number.parseInt(pair, 16))).toEqual([...bytes])
      expect(toBase64Url(bytes)).toMatch(/^[\w-]*$/)
    }),
  )
})
