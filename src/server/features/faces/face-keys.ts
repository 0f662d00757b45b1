import { fromBase64, toBase64, toHex } from '#shared/kernel/bytes.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { rotationFromSeed } from '#shared/recognition/face-rotation.rules.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Encryption keys of a school's faces. All derive from the key outside the database; the database alone opens nothing. */
export interface SchoolKeys {
  /** Check value that tells whether the key has changed. */
  readonly check: string
  /** Encrypts for one row. @param of binding to the row: it opens in no other */
  encrypt(plain: Bytes, of: string, random: Random): Promise<string>
  /** Decrypts. @throws when encrypted by another key, for another row, or changed since */
  decrypt(content: string, of: string): Promise<Bytes>
  /** Returns a one-way mark of these bytes. */
  mark(bytes: Bytes): Promise<string>
  /** Returns the seed of the school's rotation in an epoch. */
  rotationSeed(epoch: number): Promise<Bytes>
  rotation(epoch: number): Promise<Float32Array>
}

/** Cached for as long as the process has the key: making a rotation costs more than using it. */
const opened = new WeakMap<Bytes, Map<string, Promise<SchoolKeys>>>()

export function schoolKeys(faceKey: Bytes, schoolId: string): Promise<SchoolKeys> {
  const ofProcess = opened.get(faceKey) ?? new Map<string, Promise<SchoolKeys>>()
  opened.set(faceKey, ofProcess)
  const known = ofProcess.get(schoolId) ?? makeKeys(faceKey, schoolId)
  ofProcess.set(schoolId, known)
  return known
}

const ivBytes = 12

async function makeKeys(faceKey: Bytes, schoolId: string): Promise<SchoolKeys> {
  const root = await crypto.subtle.importKey('raw', faceKey, 'HKDF', false, ['deriveBits'])
  const derive = async (use: string): Promise<Bytes> => {
    const info = new TextEncoder().encode(`bawaba-faces-1 ${use}`)
    const salt = new TextEncoder().encode(schoolId)
    return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, root, 256))
  }
  const content = await crypto.subtle.importKey('raw', await derive('content'), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
  const marks = await crypto.subtle.importKey('raw', await derive('marks'), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const rotations = new Map<number, Promise<Float32Array>>()
  const rotationSeed = (epoch: number) => derive(`rotation ${epoch}`)
  const gcm = (iv: Bytes, of: string) => ({ name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(of) })
  return {
    check: toHex(await derive('check')).slice(0, 32),
    encrypt: async (plain, of, random) => {
      const iv = Uint8Array.from(random.bytes(ivBytes))
      const data = new Uint8Array(await crypto.subtle.encrypt(gcm(iv, of), content, plain))
      const whole = new Uint8Array(ivBytes + data.length)
      whole.set(iv)
      whole.set(data, ivBytes)
      return toBase64(whole)
    },
    decrypt: async (text, of) => {
      const bytes = fromBase64(text)
      return new Uint8Array(
        await crypto.subtle.decrypt(gcm(bytes.slice(0, ivBytes), of), content, bytes.slice(ivBytes)),
      )
    },
    mark: async (bytes) => toHex(new Uint8Array(await crypto.subtle.sign('HMAC', marks, bytes))),
    rotationSeed,
    rotation: (epoch) => {
      const made = rotations.get(epoch) ?? rotationSeed(epoch).then(rotationFromSeed)
      rotations.set(epoch, made)
      return made
    },
  }
}
