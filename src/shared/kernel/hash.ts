// chunk: hash
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
  if (typeof value !== 'object' || !isPlain(value)) throw new TypeError(`not canonical: ${tagOf(value)}`)
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const member: unknown = Reflect.get(value, key)
    if (member === undefined) continue
    const name = bareKey.test(key) ? `"${key}"` : JSON.stringify(key)
    members += `${members && ','}${name}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

/** A key that JSON writes as it is. */
const bareKey = /^\w*$/

/** Almost every value is told by its prototype; the rest by its tag. */
const isPlain = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype || tagOf(value) === '[object Object]'

/** What a value is, also when it was made in another realm (a worker's message, a stored copy). */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value)

/**
 * SHA-256 as 64 hex digits, synchronous: the outbox links its chain inside an IndexedDB transaction, which would
 * commit by itself while Web Crypto's promise is awaited.
 */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** SHA-256 of a file's bytes as 64 hex digits. */
export const sha256OfBytes = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))
