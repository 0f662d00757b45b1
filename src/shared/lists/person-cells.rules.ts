import { type PhoneCountry, parsePhone } from '#shared/kernel/text/phone.rules.ts'

/* Cells about people, as any list that is imported has them. */

/** Parses a phone number to E.164; a number without a country code is one of `country`. */
export function phoneIn(said: string, country: PhoneCountry): string | undefined {
  const read = parsePhone(said, country)
  return 'e164' in read ? read.e164 : undefined
}

/** Parses an email address to lower case. */
export const emailIn = (said: string): string | undefined => {
  const email = said.toLowerCase()
  return /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/.test(email) ? email : undefined
}

/** Whether a name is written in Arabic, or in another script; swapped columns are noticed by it. */
export const isInScript = (name: string, isArabic: boolean): boolean =>
  /\p{L}/u.test(name) && /\p{Script=Arabic}/u.test(name) === isArabic
