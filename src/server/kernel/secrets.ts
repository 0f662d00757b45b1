import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import type { Random } from '#shared/kernel/ids.ts'

type Bytes = Uint8Array<ArrayBuffer>

const ivBytes = 12

/** What a secret is kept for. Keys of different purposes are of no use for each other. */
export type SecretPurpose =
  | 'bawaba-gateways-1'
  | 'bawaba-second-factors-1'
  | 'bawaba-single-sign-on-1'
  | 'bawaba-webhooks-1'

interface Place {
  /** The server's own key, which is kept outside the database. */
  serverKey: Bytes
  purpose: SecretPurpose
  schoolId: string
  /** The one row or field that the secret belongs to: it opens in no other. */
  of: string
}

/** Returns the key by which a school's secrets of one purpose are encrypted, derived from the server's own key. */
async function keyOf({ serverKey, purpose, schoolId }: Place) {
  const utf8 = new TextEncoder()
  const root = await crypto.subtle.importKey('raw', serverKey, 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode(schoolId), info: utf8.encode(purpose) }
  return await crypto.subtle.deriveKey(hkdf, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const gcm = (iv: Bytes, of: string) => ({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(of) })

/** Encrypts a secret for one place, as base64: it opens in no other and for no other school. */
export async function encryptSecret({ random, ...place }: Place & { random: Random }, secret: string): Promise<string> {
  const iv = Uint8Array.from(random.bytes(ivBytes))
  const key = await keyOf(place)
  const data = new Uint8Array(await crypto.subtle.encrypt(gcm(iv, place.of), key, new TextEncoder().encode(secret)))
  const whole = new Uint8Array(ivBytes + data.length)
  whole.set(iv)
  whole.set(data, ivBytes)
  return toBase64(whole)
}

/** Decrypts a secret. @throws when it was encrypted by another key, for another place or school, or changed since */
export async function decryptSecret(place: Place, stored: string): Promise<string> {
  const bytes = fromBase64(stored)
  const key = await keyOf(place)
  const plain = await crypto.subtle.decrypt(gcm(bytes.slice(0, ivBytes), place.of), key, bytes.slice(ivBytes))
  return new TextDecoder().decode(plain)
}
