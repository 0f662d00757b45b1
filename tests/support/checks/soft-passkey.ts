import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { MadePasskey, UsedPasskey } from '#shared/identity/passkey.contract.ts'

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()
const uint16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const uint32 = (value: number): Buffer =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255])

/** Present, verified by a finger or a PIN, and with a new credential behind. */
const flags = { present: 1, verified: 4, attested: 64 }

interface Page {
  origin: string
  host: string
}

/** A passkey in software, as an authenticator on the device would make it: ES256, no attestation. */
export function softPasskey({ origin, host }: Page) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: 'create' | 'get', challenge: unknown) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))
  const head = (bits: number) => Buffer.concat([sha256(host), Buffer.from([bits]), uint32((counter += 1))])
  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const, clientExtensionResults: {} }
  return {
    id: base64url(id),
    /** Answers the options of `passkeyBegin`. */
    make: (options: Record<string, unknown>): MadePasskey => {
      // CBOR by hand: { 1: 2, 3: -7, -1: 1, -2: x, -3: y }.
      const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')])
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        coordinate(x),
        Buffer.from([0x22]),
        coordinate(y),
      ])
      const bits = flags.present | flags.verified | flags.attested
      const data = Buffer.concat([head(bits), Buffer.alloc(16), uint16(id.length), id, key])
      // { fmt: "none", attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ])
      const response = {
        clientDataJSON: base64url(clientData('create', options['challenge'])),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return { ...named, response }
    },
    /** Answers the options of a sign-in. @param isVerified false where nobody was asked for a finger or a PIN */
    use: (options: Record<string, unknown>, isVerified = true): UsedPasskey => {
      const json = clientData('get', options['challenge'])
      const data = head(isVerified ? flags.present | flags.verified : flags.present)
      const signature = sign('sha256', Buffer.concat([data, sha256(json)]), privateKey)
      const response = {
        clientDataJSON: base64url(json),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { ...named, response }
    },
  }
}
