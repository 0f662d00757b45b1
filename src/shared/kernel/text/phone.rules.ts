// chunk: phones
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min'
import { latinDigits } from '../digits.ts'

/*
 * The plans of all countries' numbers weigh tens of kilobytes: on the client this file is fetched when somebody comes to
 * a phone field, never imported by what paints a page first.
 */

/** ISO 3166 code of a country that has a numbering plan. */
export type PhoneCountry = CountryCode

export interface ReadPhone {
  /** `+97455123456`: what is stored, sent and compared. */
  e164: string
  /** Of the number itself, which may be another than the one asked for; absent for a few numbers that no country owns. */
  country?: PhoneCountry
}

export type PhoneProblem = 'empty' | 'not-a-number' | 'too-short' | 'too-long' | 'impossible'

/** Written with any digits and any separators; `00` abroad is a plus; `country` is whose plan holds without one. */
export function parsePhone(text: string, country: PhoneCountry): ReadPhone | { problem: PhoneProblem } {
  const plain = plainPhone(text)
  if (plain === '') return { problem: 'empty' }
  if (!/^\+?\d+$/.test(plain)) return { problem: 'not-a-number' }
  const wrongLength = validatePhoneNumberLength(plain, country)
  if (wrongLength === 'TOO_SHORT') return { problem: 'too-short' }
  if (wrongLength === 'TOO_LONG') return { problem: 'too-long' }
  const phone = parsePhoneNumberFromString(plain, country)
  if (!phone?.isValid()) return { problem: 'impossible' }
  return phone.country ? { e164: phone.number, country: phone.country } : { e164: phone.number }
}

const plainPhone = (text: string): string =>
  latinDigits(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}()./_]/gu, '')
    .replace(/^00/, '+')

/** In groups as people write it abroad, `+974 5512 3456`; what is no number comes back as it is. Isolate it in Arabic. */
export const formatPhone = (e164: string): string => parsePhoneNumberFromString(e164)?.formatInternational() ?? e164

/** As people at home write it, `050 123 4567`; abroad it would reach somebody else. */
export const formatNationalPhone = (e164: string): string => parsePhoneNumberFromString(e164)?.formatNational() ?? e164

export interface CallingCode {
  country: PhoneCountry
  /** With its plus. Several countries may share one. */
  code: string
}

const gulf: readonly PhoneCountry[] = ['QA', 'AE', 'SA', 'KW', 'BH', 'OM']

/** Every country's code for a picker: the school's own country first, then the rest of the Gulf, then all by ISO code. */
export function callingCodes(first?: PhoneCountry): CallingCode[] {
  const countries = new Set<PhoneCountry>([...(first ? [first] : []), ...gulf, ...getCountries().sort()])
  return Array.from(countries, (country) => ({ country, code: `+${getCountryCallingCode(country)}` }))
}
