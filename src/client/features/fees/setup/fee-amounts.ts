// chunk: fees
import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, type Minor, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'

/** Returns an amount as it is typed. */
export const amountText = (amount: number | null | undefined, currency: Currency): string =>
  amount === null || amount === undefined ? '' : toDecimalText(amount, currency)

/** Whole thousands with a comma between them, as accounts write them: "1,500", "1,500.50". */
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/

/** Reads a typed amount, in any digits, with or without separators of thousands; undefined where it is none. */
export function readAmount(text: string, currency: Currency): Minor | undefined {
  const latin = latinDigits(text).trim().replaceAll('٬', ',').replace('٫', '.')
  return parseDecimalText(grouped.test(latin) ? latin.replaceAll(',', '') : latin, currency)
}

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
