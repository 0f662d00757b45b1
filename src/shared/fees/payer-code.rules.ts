import type { Random } from '#shared/kernel/ids.ts'

/*
 * The code of a payer in bank texts. Letters alone, because a number of the bank could be one by chance; no vowels, so that no word is;
 * no letters that look like digits or like each other. Thirteen of them, because the check needs a prime number. Six letters and one
 * that checks them: one letter changed or any two swapped is no code.
 */

const alphabet = 'CFHJKMNPRTWXY'
const prime = alphabet.length
const length = 7

const weighted = (values: readonly number[]): number =>
  values.reduce((all, value, at) => all + (at + 1) * value, 0) % prime

const check = (values: readonly number[]): number =>
  Array.from(alphabet, (_, value) => value).find((value) => weighted([...values, value]) === 0) ?? 0

/** Returns a new code; the caller makes sure that no other payer of the school has it. */
export function makePayerCode(random: Random): string {
  const values = Array.from({ length: length - 1 }, () => Math.floor(random.float() * prime))
  return [...values, check(values)].map((value) => alphabet[value]).join('')
}

/** Returns whether a text is a code as it is kept: seven capital letters of which the last is right. */
export function isPayerCode(text: string): boolean {
  const values = Array.from(text, (letter) => alphabet.indexOf(letter))
  return values.length === length && !values.includes(-1) && weighted(values) === 0
}

const inText = new RegExp(`(?<![A-Z0-9])(?:[${alphabet}][ ./-]?){${length - 1}}[${alphabet}](?![A-Z0-9])`, 'g')

/** Returns the codes in a bank's text, each once: in any case, also where a bank has put a space or a dash into one. */
export function findPayerCodes(text: string): readonly string[] {
  const found = text.toUpperCase().match(inText) ?? []
  return [...new Set(found.map((each) => each.replace(/[ ./-]/g, '')).filter(isPayerCode))]
}

/** As it is read aloud and printed: three letters, then four. */
export const formatPayerCode = (code: string): string => `${code.slice(0, 3)}-${code.slice(3)}`
