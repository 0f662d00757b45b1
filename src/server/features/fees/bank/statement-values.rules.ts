import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, type Minor, negate, parseDecimalText } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const

const isoDay = (year: number, month: number, date: number): Day | undefined => {
  const at = new Date(Date.UTC(year, month - 1, date))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === date && year >= 1990 && year <= 2100
  return isReal ? at.toISOString().slice(0, 10) : undefined
}

const wholeYear = (year: string): number => (year.length === 2 ? 2000 + Number(year) : Number(year))

/** Reads a day as banks of the region write it: 2026-11-25, 25/11/2026, 25-Nov-26; the day before the month. */
export function statementDay(text: string): Day | undefined {
  const plain = latinDigits(text).trim()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T].*)?$/.exec(plain)
  if (iso) return isoDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?: .*)?$/.exec(plain)
  if (numeric) {
    const [first, second, year] = [Number(numeric[1]), Number(numeric[2]), wholeYear(numeric[3] ?? '')]
    return second > 12 ? isoDay(year, first, second) : isoDay(year, second, first)
  }
  const named = /^(\d{1,2})[ /-]([A-Za-z]{3})[A-Za-z]*[ /-](\d{2}|\d{4})$/.exec(plain)
  const month = months.findIndex((each) => each === named?.[2]?.toLowerCase())
  return named && month >= 0 ? isoDay(wholeYear(named[3] ?? ''), month + 1, Number(named[1])) : undefined
}

/**
 * Reads an amount as banks write it: "1,234.50", "1.234,50", "(12.00)", "-12", "12.00 CR", "12.00 DR"; undefined when it is none.
 * More decimals than the currency has must be zeros.
 */
export function statementAmount(text: string, currency: Currency): Minor | undefined {
  const plain = latinDigits(text)
    .replaceAll('٫', '.')
    .replace(/[٬\s\u00a0\u200e\u200f]/g, '')
    .toUpperCase()
  const match = /^(\()?([-+])?(?:[A-Z]{3})?([-+])?([\d.,]+)(?:[A-Z]{3})?(CR|DR|C|D)?(-)?\)?$/.exec(plain)
  const digits = match?.[4]
  if (!match || digits === undefined) return undefined
  const isOut = [match[1] === '(', match[2] === '-', match[3] === '-', match[5]?.startsWith('D'), match[6]].some(
    Boolean,
  )
  const read = parseDecimalText(decimalPoint(digits), currency) ?? withoutZeros(decimalPoint(digits), currency)
  return read === undefined ? undefined : isOut ? negate(read) : read
}

const withoutZeros = (text: string, currency: Currency): Minor | undefined =>
  text.includes('.') ? parseDecimalText(text.replace(/0+$/, ''), currency) : undefined

/** The last of point and comma is the decimal one, unless it comes several times or groups three digits of a comma. */
function decimalPoint(digits: string): string {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')]
  if (comma < 0) return digits
  const isGrouping = point > comma || digits.indexOf(',') !== comma || (point < 0 && /,\d{3}$/.test(digits))
  return isGrouping ? digits.replaceAll(',', '') : digits.replaceAll('.', '').replace(',', '.')
}

/** MT940 writes the decimal comma always, also without decimals: "1234,5", "12,". */
export const mt940Amount = (text: string, currency: Currency): Minor | undefined => {
  const plain = text.replace(',', '.')
  return parseDecimalText(plain, currency) ?? withoutZeros(plain, currency)
}

/** One line without control characters, of bounded length. */
export const statementText = (text: string, maxLength: number): string =>
  text
    .replace(/[\u0000-\u001f\u007f]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed()
