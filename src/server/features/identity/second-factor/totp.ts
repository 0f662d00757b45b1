import { Secret, TOTP } from 'otpauth'
import type { Random } from '#shared/kernel/ids.ts'
import { codeDigits } from '#shared/identity/credentials.rules.ts'
import type { NewTotp } from '#shared/identity/second-factor.contract.ts'

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20
/** What every authenticator app takes: SHA-1, six digits, thirty seconds. */
const usual = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Draws a secret, as base32. */
export const newSecret = (random: Random): string =>
  new Secret({ buffer: Uint8Array.from(random.bytes(secretBytes)).buffer }).base32

/** What an app needs to know: `issuer` is the school, `label` the account. */
export function totpFor(secret: string, { issuer, label }: { issuer: string; label: string }): NewTotp {
  const uri = new TOTP({ ...usual, secret: Secret.fromBase32(secret), issuer: plain(issuer), label: plain(label) })
  return { secret, uri: uri.toString() }
}

/** A colon separates the two in the address. */
const plain = (text: string): string => text.replaceAll(':', ' ').trim() || '-'

/**
 * Returns the period of thirty seconds, counted from 1970, that a typed code is of: the present one, the one before or the one after,
 * since clocks differ. Undefined for a wrong code.
 */
export function stepOfCode(secret: string, typed: string, nowMs: number): number | undefined {
  const token = codeDigits(typed)
  if (!/^\d{6}$/.test(token)) return undefined
  const totp = new TOTP({ ...usual, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: nowMs, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}
