// chunk: hash
import { canonicalJson, sha256Hex } from './hash.ts'

/** Largest operation in bytes of its JSON; the server refuses a larger one, so a device does not save it. */
export const maxOpBytes = 64 * 1024

/** `prevHash` of the first operation in a stream. */
export const chainStart = '0'.repeat(64)

/** What an operation's hash is over: all it says, and by `prevHash` everything before it in its stream. */
export interface Hashed {
  opId: string
  stream: string
  seq: number
  prevHash: string
  kind: string
  v: number
  body?: unknown
  actorId: string | null
  wallAt: string
  monoMs: number
  bootId: string
  clockOffsetMs: number | null
}

/** SHA-256 of an operation in its canonical form, 64 hex digits. @throws when the body has no canonical form */
export function operationHash(op: Hashed): string {
  const { opId, stream, seq, prevHash, kind, v, body, actorId, wallAt, monoMs, bootId, clockOffsetMs } = op
  return sha256Hex(
    canonicalJson({ opId, stream, seq, prevHash, kind, v, body, actorId, wallAt, monoMs, bootId, clockOffsetMs }),
  )
}
