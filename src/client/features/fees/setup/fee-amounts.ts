// chunk: fees
import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, type Minor, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'

/** Returns an amount as it is typed. */
export const amountText = (amount: number | null | undefined, currency: Currency): string =>
  amount === null || amount === undefined ? '' : toDecimalText(amount, currency)

/** Reads a typed amount; undefined where it is none. */
export const readAmount = (text: string, currency: Currency): Minor | undefined => parseDecimalText(text, currency)

/** Reads a typed percentage into parts per million; undefined where it is none or has more than four decimals. */
export function readPercent(text: string): number | undefined {
  const latin = latinDigits(text.trim()).replace('٫', '.')
  const match = /^(\d{1,3})(?:\.(\d{0,4}))?$/.exec(latin)
  if (!match) return undefined
  const ppm = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'))
  return ppm <= 1_000_000 ? ppm : undefined
}

/** Returns parts per million as a typed percentage: 333,333 is "33.3333". */
export const percentText = (ppm: number): string => String(ppm / 10_000)
