import { toHex } from '#shared/kernel/bytes.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** One of the server's own keys, which are kept outside the database. */
export interface ServerKey {
  /** Eight hex digits that name the key in what it encrypts, and reveal nothing else about it. */
  readonly id: string
  readonly bytes: Bytes
}

/** Keys of the server: the newest one encrypts, all decrypt. */
export interface KeyRing {
  readonly newest: ServerKey
  /** All keys, the newest first. */
  readonly keys: readonly ServerKey[]
}

const idDigits = 8

/** Opens a ring. @param keys 32 random bytes each, the newest first @returns undefined without a key */
export function openKeyRing(keys: readonly Bytes[]): KeyRing | undefined {
  const named = keys.map((bytes) => ({ id: sha256Hex(`bawaba-key ${toHex(bytes)}`).slice(0, idDigits), bytes }))
  const [newest] = named
  return newest && { newest, keys: named }
}

const namedForm = /^(?<id>[0-9a-f]{8})\.(?<content>.*)$/s

/** Reads which key a stored secret names; undefined where there was only one. */
export function splitStored(stored: string): { keyId: string | undefined; content: string } {
  const { id, content } = namedForm.exec(stored)?.groups ?? {}
  return { keyId: id, content: content ?? stored }
}

/** Returns the keys that may have encrypted a stored secret: the one it names, or all. */
export function keysFor({ keys }: KeyRing, keyId: string | undefined): readonly ServerKey[] {
  return keyId === undefined ? keys : keys.filter(({ id }) => id === keyId)
}
