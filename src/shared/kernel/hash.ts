import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** What canonical JSON can carry. `undefined` members are left out, as JSON does. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined }

/**
 * One text for one value: object keys sorted, no white space, so both sides hash the same bytes.
 * Numbers must be safe integers: fractions have no single spelling across languages. Throws `RangeError` on any other
 * number and `TypeError` on what JSON can't carry (dates, maps, bytes, `undefined` in a list) instead of hashing it as
 * something else. Letters are taken as typed: two Unicode spellings of one word are two texts.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`not canonical: ${value}`)
    return String(value)
  }
  if (Array.isArray(value)) return `[${Array.from(value, canonicalJson).join(',')}]`
  if (typeof value !== 'object' || tagOf(value) !== '[object Object]') {
    throw new TypeError(`not canonical: ${tagOf(value)}`)
  }
  const entries = Object.entries(value).filter(([, v]) => v !== undefined)
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${canonicalJson(v)}`).join(',')}}`
}

/** What a value is, also when it was made in another realm (a worker's message, a stored copy). */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value)

/**
 * SHA-256 as 64 hex digits, synchronous: the outbox links its chain inside an IndexedDB transaction, which would
 * commit by itself while Web Crypto's promise is awaited.
 */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))
