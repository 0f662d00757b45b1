import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countOf, type NumberRange, without } from './number-ranges.ts'

const range = fc.tuple(fc.nat(30), fc.nat(30)).map(([from, length]) => ({ from, to: from + length }))
const numbersIn = ({ from, to }: NumberRange) => Array.from({ length: to - from + 1 }, (_, n) => from + n)

it('leaves exactly the numbers that nobody took, in parts that do not touch', () => {
  fc.assert(
    fc.property(range, fc.array(range, { maxLength: 5 }), (whole, taken) => {
      const left = without(whole, taken)
      const gone = new Set(taken.flatMap(numbersIn))
      expect(left.flatMap(numbersIn)).toEqual(numbersIn(whole).filter((n) => !gone.has(n)))
      expect(countOf(left)).toBe(left.flatMap(numbersIn).length)
      for (const [i, { from }] of left.entries()) expect(from - (left[i - 1]?.to ?? -2)).toBeGreaterThan(1)
    }),
  )
})
