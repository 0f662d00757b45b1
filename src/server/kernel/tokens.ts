import { sha256Hex } from '#shared/kernel/hash.ts'
import { type Random, randomToken } from '#shared/kernel/ids.ts'

/** A bearer token. `token` leaves the server once and is stored nowhere; only `tokenHash` is kept. */
export interface NewToken {
  readonly token: string
  readonly tokenHash: string
}

/** Creates a token of 256 random bits. @param prefix stands in front of it, readable for the person who holds the token */
export function createToken(random: Random, prefix = ''): NewToken {
  const token = `${prefix}${randomToken(random)}`
  return { token, tokenHash: hashToken(token) }
}

/** Returns the SHA-256 of a token in hex. 256 random bits need no slow hash: nobody can try them all. */
export const hashToken = (token: string): string => sha256Hex(token)
