// chunk: rules
import { latinDigits } from '#shared/kernel/digits.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Countries whose identity numbers we know something about. */
export type IdentityCountry = 'AE' | 'KW' | 'SA'

/**
 * What a look at a number finds. None of it is ever a reason to refuse: the rules are not official, and a number that
 * has not been issued yet is a proper answer.
 */
export type IdentityFinding =
  | 'fine'
  | 'not-digits'
  | 'wrong-length'
  | 'wrong-beginning'
  | 'check-digit'
  | 'impossible-birth-date'
  | 'birth-date-differs'

/** The bare digits of a number typed with spaces, hyphens or Arabic digits. */
export const readIdentityNumber = (text: string): string =>
  latinDigits(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}_./]/gu, '')

/** Every second digit from the right but one doubled, the digits of the results added up: a multiple of ten. */
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let fromRight = 0; fromRight < digits.length; fromRight += 1) {
    const digit = Number(digits[digits.length - 1 - fromRight])
    const doubled = digit * 2
    sum += fromRight % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** `784-YYYY-NNNNNNN-C`: the country, the year of birth, a serial number, a check digit. */
function checkEmirates(digits: string, birthDate: Day | undefined): IdentityFinding {
  if (!digits.startsWith('784')) return 'wrong-beginning'
  if (!/^(19|20)/.test(digits.slice(3))) return 'impossible-birth-date'
  if (!passesLuhn(digits)) return 'check-digit'
  return birthDate && birthDate.slice(0, 4) !== digits.slice(3, 7) ? 'birth-date-differs' : 'fine'
}

/** Ten digits; 1 begins a citizen's number, 2 a resident's. It says nothing about the birth. */
function checkSaudi(digits: string): IdentityFinding {
  if (!/^[12]/.test(digits)) return 'wrong-beginning'
  return passesLuhn(digits) ? 'fine' : 'check-digit'
}

const kuwaitWeights = [2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** `CYYMMDDNNNNK`: century (2 = 19.., 3 = 20..), day of birth, a serial number, a check digit. */
function checkKuwait(digits: string, birthDate: Day | undefined): IdentityFinding {
  const century = { 2: '19', 3: '20' }[digits[0] ?? '']
  if (!century) return 'wrong-beginning'
  const born = `${century}${digits.slice(1, 3)}-${digits.slice(3, 5)}-${digits.slice(5, 7)}`
  if (!isDay(born)) return 'impossible-birth-date'
  const sum = kuwaitWeights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  // 10 and 11 are no digits: numbers that would need them are not given out.
  if (11 - (sum % 11) !== Number(digits[11])) return 'check-digit'
  return birthDate && birthDate !== born ? 'birth-date-differs' : 'fine'
}

const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const lengths: Readonly<Record<IdentityCountry, number>> = { AE: 15, KW: 12, SA: 10 }

/**
 * A soft check while somebody types. An empty answer is fine: the number may not have been issued yet. With a birth date
 * it also says when that is not the one the number was given for.
 */
export function checkIdentityNumber(country: IdentityCountry, text: string, birthDate?: Day): IdentityFinding {
  const digits = readIdentityNumber(text)
  if (digits === '') return 'fine'
  if (!/^\d+$/.test(digits)) return 'not-digits'
  if (digits.length !== lengths[country]) return 'wrong-length'
  if (country === 'AE') return checkEmirates(digits, birthDate)
  return country === 'KW' ? checkKuwait(digits, birthDate) : checkSaudi(digits)
}
