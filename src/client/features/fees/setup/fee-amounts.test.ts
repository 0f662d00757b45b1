import { expect, it } from 'vitest'
import { percentText, readAmount, readPercent } from './fee-amounts.ts'

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

it.each([
  ['1500', 150_000],
  ['1,500', 150_000],
  ['1,234,567.89', 123_456_789],
  ['١٬٥٠٠٫٥', 150_050],
])('reads %s as an amount', (text, amount) => {
  expect(readAmount(text, 'QAR')).toBe(amount)
})

it.each(['', '1,5', '15,00', '1,500,', ',500', '1500.123', '-1', 'x'])('reads no amount in %j', (text) => {
  expect(readAmount(text, 'QAR')).toBeUndefined()
})
