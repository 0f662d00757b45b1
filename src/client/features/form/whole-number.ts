import type { Currency } from '#shared/kernel/money.ts'
import { readPhone, showPhone } from '#shared/rules/phone.rules.ts'

/** Where a number without a country code is at home: where the school is. */
const countryOf: Partial<Record<Currency, 'AE' | 'BH' | 'KW' | 'OM' | 'QA' | 'SA'>> = {
  AED: 'AE',
  BHD: 'BH',
  KWD: 'KW',
  OMR: 'OM',
  QAR: 'QA',
  SAR: 'SA',
}

/** A phone number with its country code, in groups; undefined for what is no number. */
export function wholeNumber(text: string, schoolCurrency: Currency | undefined): string | undefined {
  const read = readPhone(text, (schoolCurrency && countryOf[schoolCurrency]) ?? 'QA')
  return 'e164' in read ? showPhone(read.e164) : undefined
}
