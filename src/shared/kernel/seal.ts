import { fromBase64, toBase64 } from './bytes.ts'

/*
 * Sealing to a public key: anyone who sealed something cannot open it again. ECDH on P-256 with a key pair made for this one
 * seal, HKDF and AES-GCM, all by the platform's Web Crypto, which browsers and servers share. The binding is a text that
 * must be the same when it is opened.
 */

/** A key as the platform holds it. `shared` is compiled without any platform's types. */
export type PlatformKey = object

interface Subtle {
  importKey(
    format: string,
    data: unknown,
    algorithm: unknown,
    extractable: boolean,
    usages: string[],
  ): Promise<PlatformKey>
  exportKey(format: 'raw', key: PlatformKey): Promise<ArrayBuffer>
  generateKey(algorithm: unknown, extractable: boolean, usages: string[]): Promise<KeyPair>
  deriveBits(algorithm: unknown, key: PlatformKey, bits: number): Promise<ArrayBuffer>
  encrypt(algorithm: unknown, key: PlatformKey, data: Uint8Array): Promise<ArrayBuffer>
  decrypt(algorithm: unknown, key: PlatformKey, data: Uint8Array): Promise<ArrayBuffer>
}
interface KeyPair {
  publicKey: PlatformKey
  privateKey: PlatformKey
}
declare const crypto: { subtle: Subtle }
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}

/** Public half of a sealing key. */
export interface SealKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

const curve = { name: 'ECDH', namedCurve: 'P-256' }
/** First byte of every seal, so that another way can come one day. */
const form = 1
/** An uncompressed point. */
const pointBytes = 65
const keyBytes = 32
const ivBytes = 12

/** Seals bytes to a public key, as base64. @throws when the key is no point on the curve */
export async function seal(to: SealKey, plain: Uint8Array, binding: string): Promise<string> {
  const { kty, crv, x, y } = to
  const recipient = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, true, [])
  const own = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  const ownPoint = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey))
  const recipientPoint = new Uint8Array(await crypto.subtle.exportKey('raw', recipient))
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: recipient }, own.privateKey, 256)
  const { key, iv } = await derive(shared, ownPoint, recipientPoint, 'encrypt')
  const data = await crypto.subtle.encrypt(gcm(iv, binding), key, plain)
  return toBase64(joined(Uint8Array.of(form), ownPoint, new Uint8Array(data)))
}

/** Opens what was sealed to this pair. @throws when it was sealed to another, bound to something else, or changed since */
export async function unseal(
  by: { privateKey: PlatformKey; publicKey: SealKey },
  sealed: string,
  binding: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = fromBase64(sealed)
  if (bytes[0] !== form || bytes.length < 1 + pointBytes + 16) throw new RangeError('this is no seal')
  const senderPoint = bytes.slice(1, 1 + pointBytes)
  const sender = await crypto.subtle.importKey('raw', senderPoint, curve, true, [])
  const { kty, crv, x, y } = by.publicKey
  const own = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, true, [])
  const ownPoint = new Uint8Array(await crypto.subtle.exportKey('raw', own))
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: sender }, by.privateKey, 256)
  const { key, iv } = await derive(shared, senderPoint, ownPoint, 'decrypt')
  return new Uint8Array(await crypto.subtle.decrypt(gcm(iv, binding), key, bytes.slice(1 + pointBytes)))
}

const gcm = (iv: Uint8Array, binding: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(binding),
})

/** Key and iv are used once, since the sender's pair is made for one seal: so the iv may come from the same secret. */
async function derive(shared: ArrayBuffer, sender: Uint8Array, recipient: Uint8Array, usage: string) {
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits'])
  const info = new TextEncoder().encode('bawaba-seal-1')
  const salt = joined(sender, recipient)
  const derived = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    secret,
    8 * (keyBytes + ivBytes),
  )
  const bits = new Uint8Array(derived)
  const key = await crypto.subtle.importKey('raw', bits.slice(0, keyBytes), 'AES-GCM', false, [usage])
  return { key, iv: bits.slice(keyBytes) }
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
