// chunk: base
import type { z } from 'zod'
import { latinDigits } from './digits.ts'

/**
 * Digits after the decimal point, per ISO 4217 currency. Kept here and not read from `Intl`,
 * whose data disagrees with the standard for some currencies (IQD) and differs between browsers.
 */
export const currencyExponents = {
  QAR: 2,
  SAR: 2,
  AED: 2,
  KWD: 3,
  BHD: 3,
  OMR: 3,
  EGP: 2,
  JOD: 3,
  LBP: 2,
  USD: 2,
  EUR: 2,
} as const

export type Currency = keyof typeof currencyExponents

/** A signed whole number of a currency's smallest unit (dirham, fils). Fractions never enter the system. */
export type Minor = number & z.$brand<'Minor'>

/** Promises a safe integer; throws `RangeError` on a fraction or a value beyond 2^53 − 1. */
export function minor(value: number | bigint): Minor {
  const n = Number(value)
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a whole amount of minor units: ${value}`)
  return (n === 0 ? 0 : n) as Minor
}

export const zero = minor(0)

/** The exact sum; throws `RangeError` when it leaves the safe range. */
export const sum = (amounts: Iterable<number>): Minor => {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  return minor(total)
}

export const add = (a: number, b: number): Minor => minor(BigInt(a) + BigInt(b))
export const subtract = (a: number, b: number): Minor => minor(BigInt(a) - BigInt(b))
export const negate = (a: number): Minor => minor(-a)

/** `numerator / denominator` rounded half away from zero. The denominator must be positive. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('denominator must be positive')
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** Thousandths of a piece: 1 piece = 1000. */
export const wholeQty = 1000

/** `price × quantity`, the quantity in thousandths, half away from zero. */
export const timesQty = (price: number, qtyMilli: number): Minor =>
  minor(divideRounded(BigInt(price) * BigInt(qtyMilli), BigInt(wholeQty)))

const million = 1_000_000n

/** Tax contained in a gross amount that includes it; the rate in parts per million. */
export const taxIncludedIn = (gross: number, ratePpm: number): Minor =>
  minor(divideRounded(BigInt(gross) * BigInt(ratePpm), million + BigInt(ratePpm)))

/** Tax to add on top of a net amount; the rate in parts per million. */
export const taxOnTopOf = (net: number, ratePpm: number): Minor =>
  minor(divideRounded(BigInt(net) * BigInt(ratePpm), million))

/** The nearest multiple of `increment` (the smallest coin), half away from zero. */
export const roundToIncrement = (amount: number, increment: number): Minor =>
  minor(divideRounded(BigInt(amount), BigInt(increment)) * BigInt(increment))

/**
 * Splits `total` over the weights by largest remainder: the parts add up to `total` exactly, each within one unit
 * of its exact share; ties go to the lowest index. Weights all zero: everything goes to the first part.
 * Throws `RangeError` on a negative or fractional weight, and when there is an amount but no part to take it.
 */
export function spread(total: number, weights: readonly number[]): Minor[] {
  if (weights.some((w) => w < 0)) throw new RangeError('weights must not be negative')
  if (weights.length === 0 && total !== 0) throw new RangeError('no part to take the amount')
  const weightSum = weights.reduce((n, w) => n + BigInt(w), 0n)
  if (weightSum === 0n) return weights.map((_, i) => minor(i === 0 ? total : 0))
  const magnitude = BigInt(Math.abs(total))
  const shares = weights.map((w, index) => {
    const product = magnitude * BigInt(w)
    return { index, units: product / weightSum, remainder: product % weightSum }
  })
  let left = magnitude - shares.reduce((n, s) => n + s.units, 0n)
  const byRemainder = [...shares].sort((a, b) => compare(b.remainder, a.remainder) || a.index - b.index)
  for (const share of byRemainder) {
    if (left === 0n) break
    share.units += 1n
    left -= 1n
  }
  return shares.map((s) => minor(total < 0 ? -s.units : s.units))
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

/** Decimal text without grouping, as machines read it: 12345 in KWD is "12.345". */
export function toDecimalText(amount: number, currency: Currency): string {
  const exponent = currencyExponents[currency]
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Reads what a person typed ("12.5", "١٢٫٥") into minor units, never below zero; undefined when it is no amount, has a
 * sign or grouping, more than twelve digits before the point or more decimals than the currency.
 */
export function parseDecimalText(text: string, currency: Currency): Minor | undefined {
  const latin = latinDigits(text.trim()).replace('٫', '.')
  const match = /^(\d{1,12})(?:\.(\d*))?$/.exec(latin)
  const exponent = currencyExponents[currency]
  if (!match || (match[2]?.length ?? 0) > exponent) return undefined
  return minor(BigInt(`${match[1]}${(match[2] ?? '').padEnd(exponent, '0')}`))
}
