import { expect, it } from 'vitest'
import { percentText, readPercent } from './fee-amounts.ts'

it.each([
  ['40', 400_000],
  ['33.3333', 333_333],
  ['٣٣٫٣٣٣٤', 333_334],
  ['100', 1_000_000],
  ['0.5', 5000],
])('reads %s per cent as parts per million, and writes it again', (text, ppm) => {
  expect(readPercent(text)).toBe(ppm)
  expect(readPercent(percentText(ppm))).toBe(ppm)
})

it.each(['', '100.1', '33.33333', '-1', 'x'])('reads no percentage in %j', (text) => {
  expect(readPercent(text)).toBeUndefined()
})
