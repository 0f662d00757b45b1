import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import type { Random } from '#shared/kernel/ids.ts'

type Bytes = Uint8Array<ArrayBuffer>

const ivBytes = 12

/**
 * Returns the key by which a school's keys of gateways are encrypted: derived from the server's own key, which is kept outside the
 * database, and of no use for anything else that is derived from it.
 */
async function keyOf(serverKey: Bytes, schoolId: string) {
  const utf8 = new TextEncoder()
  const root = await crypto.subtle.importKey('raw', serverKey, 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: utf8.encode(schoolId), info: utf8.encode('bawaba-gateways-1') }
  return await crypto.subtle.deriveKey(hkdf, root, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

const gcm = (iv: Bytes, of: string) => ({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(of) })

/** Encrypts a secret for one place, e.g. the API key of a gateway: it opens in no other and for no other school. */
export async function encryptSecret(
  { serverKey, schoolId, of, random }: { serverKey: Bytes; schoolId: string; of: string; random: Random },
  secret: string,
): Promise<string> {
  const iv = Uint8Array.from(random.bytes(ivBytes))
  const key = await keyOf(serverKey, schoolId)
  const data = new Uint8Array(await crypto.subtle.encrypt(gcm(iv, of), key, new TextEncoder().encode(secret)))
  const whole = new Uint8Array(ivBytes + data.length)
  whole.set(iv)
  whole.set(data, ivBytes)
  return toBase64(whole)
}

/** Decrypts a secret. @throws when it was encrypted by another key, for another place or school, or changed since */
export async function decryptSecret(
  { serverKey, schoolId, of }: { serverKey: Bytes; schoolId: string; of: string },
  stored: string,
): Promise<string> {
  const bytes = fromBase64(stored)
  const key = await keyOf(serverKey, schoolId)
  const plain = await crypto.subtle.decrypt(gcm(bytes.slice(0, ivBytes), of), key, bytes.slice(ivBytes))
  return new TextDecoder().decode(plain)
}
