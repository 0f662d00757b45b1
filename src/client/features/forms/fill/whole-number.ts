// chunk: phones
import type { Currency } from '#shared/kernel/money.ts'
import { formatPhone, parsePhone } from '#shared/kernel/text/phone.rules.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'

/** A phone number with its country code, in groups; undefined for what is no number. */
export function wholeNumber(text: string, schoolCurrency: Currency | undefined): string | undefined {
  const read = parsePhone(text, homeCountry(schoolCurrency))
  return 'e164' in read ? formatPhone(read.e164) : undefined
}
