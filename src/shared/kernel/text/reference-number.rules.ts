// chunk: bits
import { latinDigits } from '../digits.ts'

/**
 * What a reference is written with. No 0 1 and no letter that looks like a digit or like another letter; no two letters
 * whose names sound alike in English or in Arabic (B C D E G P T V, M N, J K, F S X); no vowels, so that no word appears.
 * Thirteen characters, because the check needs a prime number of them.
 */
const alphabet = '23456789FKMRW'
const prime = alphabet.length
/** Of an application; whatever else is numbered says how long it is, up to twelve. */
const usual = 8

/** Characters that are never in a reference but are written for one that is: read as what they look or sound like. */
const meant: Readonly<Record<string, string>> = { B: '8', G: '6', N: 'M', S: '5', Z: '2' }

/** How many random bytes `makeReference` wants: far more than it needs, so that no reference is likelier than another. */
export const referenceBytes = 8

/**
 * The sum of all places, each weighted by its number. It is 0 modulo 13 for every reference, and for none with one
 * character changed or with any two swapped: the weights 1 to 12 and their differences have inverses.
 */
const weighted = (values: readonly number[]): number =>
  values.reduce((sum, value, index) => sum + (index + 1) * value, 0) % prime

/** Eight characters unless said, the last of which checks the others. The same bytes give the same reference. */
export function makeReference(bytes: Uint8Array, length = usual): string {
  if (bytes.length < referenceBytes) throw new RangeError(`a reference needs ${referenceBytes} random bytes`)
  let left = bytes.subarray(0, referenceBytes).reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  const values: number[] = []
  for (let place = 0; place < length - 1; place += 1) {
    values.push(Number(left % BigInt(prime)))
    left /= BigInt(prime)
  }
  const sum = weighted(values)
  const check = Array.from(alphabet, (_, value) => value).find((value) => (sum + length * value) % prime === 0) ?? 0
  return [...values, check].map((value) => alphabet[value]).join('')
}

/**
 * What a person typed or read out, as the reference it is; nothing when it cannot be one. Case, spaces, hyphens, signs
 * of direction and the digits of any keyboard make no difference.
 */
export function parseReference(text: string, length = usual): string | undefined {
  const plain = latinDigits(text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Cf}\p{Pd}_./]/gu, '')
  if (plain.length !== length) return undefined
  const values = Array.from(plain, (character) => alphabet.indexOf(meant[character] ?? character))
  if (values.includes(-1) || weighted(values) !== 0) return undefined
  return values.map((value) => alphabet[value]).join('')
}

/** In groups of four, as it is read aloud. */
export const formatReference = (reference: string): string => (reference.match(/.{1,4}/g) ?? []).join('-')
