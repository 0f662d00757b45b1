// chunk: base
import { type Currency, currencyExponents, toDecimalText } from '../money.ts'
import { localeOf } from './format-day.rules.ts'

/** As written on price tags of the region; Latin currencies keep their code. */
const arabicNames: Partial<Record<Currency, string>> = {
  QAR: 'ر.ق',
  SAR: 'ر.س',
  AED: 'د.إ',
  KWD: 'د.ك',
  BHD: 'د.ب',
  OMR: 'ر.ع',
}

export const currencyName = (currency: Currency, lng: string): string =>
  lng === 'ar' ? (arabicNames[currency] ?? currency) : currency

/** "QAR 12.50", but "12.50 ر.ق": in Arabic the amount is read first. */
export const isNameFirst = (lng: string): boolean => lng !== 'ar'

const amounts = new Map<string, Intl.NumberFormat>()

/** "1,234.50": grouped digits with the decimals of the currency, no name. */
export function formatAmount(minor: number, currency: Currency, lng: string): string {
  const digits = currencyExponents[currency]
  const key = `${lng} ${digits}`
  const known = amounts.get(key)
  const format =
    known ?? new Intl.NumberFormat(localeOf(lng), { minimumFractionDigits: digits, maximumFractionDigits: digits })
  if (!known) amounts.set(key, format)
  // Decimal text keeps every digit; a number would pass through a float.
  return format.format(toDecimalText(minor, currency) as Intl.StringNumericLiteral)
}

/** Amount and currency for the inside of a sentence, the digits isolated: English names the currency first. */
export function formatMoney(minor: number, currency: Currency, lng: string): string {
  const parts = [currencyName(currency, lng), `\u2066${formatAmount(minor, currency, lng)}\u2069`]
  return (isNameFirst(lng) ? parts : parts.toReversed()).join('\u00a0')
}
