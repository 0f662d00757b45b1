import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { type KeyRing, keysFor, type ServerKey, splitStored } from './key-ring.ts'

type Bytes = Uint8Array<ArrayBuffer>
type DerivedKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const ivBytes = 12

/** What a secret is kept for. Keys of different purposes are of no use for each other. */
export type SecretPurpose =
  | 'bawaba-faces-1 content'
  | 'bawaba-faces-1 root'
  | 'bawaba-gateways-1'
  | 'bawaba-second-factors-1'
  | 'bawaba-single-sign-on-1'
  | 'bawaba-webhooks-1'

/** Where a secret is kept. */
export interface SecretPlace {
  /** The server's own keys, which are kept outside the database. */
  keyRing: KeyRing
  purpose: SecretPurpose
  schoolId: string
  /** The one row or field that the secret belongs to: it opens in no other. */
  of: string
}

/** Derived keys, for as long as the process has the server's keys. */
const derived = new WeakMap<ServerKey, Map<string, Promise<DerivedKey>>>()

/** Returns the key by which a school's secrets of one purpose are encrypted, derived from one of the server's own. */
function keyOf(serverKey: ServerKey, { purpose, schoolId }: SecretPlace): Promise<DerivedKey> {
  const known = derived.get(serverKey) ?? new Map<string, Promise<DerivedKey>>()
  derived.set(serverKey, known)
  const name = `${schoolId} ${purpose}`
  const key = known.get(name) ?? deriveKey(serverKey.bytes, purpose, schoolId)
  known.set(name, key)
  return key
}

async function deriveKey(serverKey: Bytes, purpose: string, schoolId: string): Promise<DerivedKey> {
  const utf8 = new TextEncoder()
  const root = await crypto.subtle.importKey('raw', serverKey, 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode(schoolId), info: utf8.encode(purpose) }
  return await crypto.subtle.deriveKey(hkdf, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const gcm = (iv: Bytes, of: string) => ({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(of) })

/**
 * Encrypts bytes by the newest key for one place: they open in no other and for no other school. A server with one key does not
 * name it, so that the release before keys had names still reads what was written.
 * @returns the key's id and a point where there are several keys, and base64
 */
export async function encryptBytes(place: SecretPlace & { random: Random }, plain: Bytes): Promise<string> {
  const { newest, keys } = place.keyRing
  const iv = Uint8Array.from(place.random.bytes(ivBytes))
  const data = new Uint8Array(await crypto.subtle.encrypt(gcm(iv, place.of), await keyOf(newest, place), plain))
  const whole = new Uint8Array(ivBytes + data.length)
  whole.set(iv)
  whole.set(data, ivBytes)
  return keys.length > 1 ? `${newest.id}.${toBase64(whole)}` : toBase64(whole)
}

/**
 * Decrypts bytes by the key that they name; those that name none by whichever key opens them.
 * @throws when encrypted by a key that is not here, for another place or school, or changed since
 */
export async function decryptBytes(place: SecretPlace, stored: string): Promise<Bytes> {
  const { keyId, content } = splitStored(stored)
  const bytes = fromBase64(content)
  let failure: unknown = new RangeError(`no key ${keyId} is here`)
  for (const key of keysFor(place.keyRing, keyId)) {
    try {
      const opened = gcm(bytes.slice(0, ivBytes), place.of)
      return new Uint8Array(await crypto.subtle.decrypt(opened, await keyOf(key, place), bytes.slice(ivBytes)))
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

/** Encrypts a text, as `encryptBytes`. */
export const encryptSecret = (place: SecretPlace & { random: Random }, secret: string): Promise<string> =>
  encryptBytes(place, new TextEncoder().encode(secret))

/** Decrypts a text. @throws as `decryptBytes` */
export const decryptSecret = async (place: SecretPlace, stored: string): Promise<string> =>
  new TextDecoder().decode(await decryptBytes(place, stored))
