import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Random } from '#shared/kernel/ids.ts'

/** Read from one screen and typed into another: no look-alike characters (no 0 O, 1 I L, U V). */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 8

/** Generates eight characters, each equally likely (39 bits). */
export function newPairingCode(random: Random): string {
  // Bytes at and above the last whole multiple of the alphabet would favour its beginning.
  const fair = 256 - (256 % alphabet.length)
  let code = ''
  while (code.length < codeLength) {
    const [byte = 255] = random.bytes(1)
    if (byte < fair) code += alphabet[byte % alphabet.length]
  }
  return code
}

/** Hashes a code for the table. Lower case, spaces and hyphens do not matter. */
export const hashPairingCode = (schoolId: string, code: string): string =>
  sha256Hex(`${schoolId}\npairing\n${code.toUpperCase().replace(/[\s-]/g, '')}`)
