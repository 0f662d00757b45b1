import { fromBase64, toHex } from '#shared/kernel/bytes.ts'
import type { PublicKeyJwk } from '#shared/sync/device.contract.ts'

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const

/** Web Crypto key; typed by its constructor because the type's global name differs between platforms. */
export type VerifyingKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/** Imports a device's public key for verifying. @throws when it is no point on the curve */
export const importPublicKey = (jwk: PublicKeyJwk): Promise<VerifyingKey> =>
  crypto.subtle.importKey('jwk', jwk, curve, false, ['verify'])

/** Returns true for a valid ECDSA P-256 signature over SHA-256 of the text, IEEE P1363 in base64url. */
export async function verifySignature(key: VerifyingKey, text: string, signature: string): Promise<boolean> {
  const bytes = fromBase64Url(signature)
  return bytes !== undefined && crypto.subtle.verify(algorithm, key, bytes, new TextEncoder().encode(text))
}

/** Returns SHA-256 of the bytes as hex digits. */
export async function sha256HexOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Decodes the 64 bytes of a P-256 signature; undefined for any other text. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]{86}$/.test(text)) return undefined
  return fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'))
}
